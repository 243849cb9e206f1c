(set-info :source "a ""quoted"" text
over lines")
(echo "hello")
(assert (= "a" "b"))
