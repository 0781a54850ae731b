#![cfg_attr(fuzzing, no_main)]

bestfirst_fuzz::fuzz!(bestfirst_fuzz::Facelets);
