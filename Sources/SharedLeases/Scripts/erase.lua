-- Forgets a user. ARGV[3] user, [4] 1 if the user may come back. Returns the epoch.
local id = ARGV[3]
local known = load(id)
local user = known or unknown()
if has(user.flags, ERASED) or not known and ARGV[4] == '1' then return epoch end
local ended = removeAll(id, user, ERASURE)
setStatus(id, user, '', 0)
user.seen, user.hidden, user.flags = 0, 0, ARGV[4] == '1' and 0 or ERASED
commit(id, user, ended)
return epoch
