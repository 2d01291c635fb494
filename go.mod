module exhaust

go 1.26
