#pragma once

#include <hiredis/hiredis.h>
// Which Swift's module of glibc leaves out.
#include <sys/eventfd.h>
