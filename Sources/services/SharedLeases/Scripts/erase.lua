-- Forgets a user. ARGV[3] user, [4] 1 if the user may come back. Returns the epoch and the version.
local id = ARGV[3]
local known = load(id)
local user = known or unknown()
if has(user.flags, ERASED) or not known and ARGV[4] == '1' then return { epoch, version } end
local ended = removeAll(id, user, ERASURE)
setStatus(id, user, '', 0)
user.seen, user.hidden, user.day, user.visibility, user.number = 0, 0, 0, 0, 0
user.flags = ARGV[4] == '1' and 0 or ERASED
commit(id, user, ended)
return { epoch, version }
