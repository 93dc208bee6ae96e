-- Forgets a user, who cannot come back. ARGV[3] user. Returns the epoch and the version.
local id = ARGV[3]
local user = load(id) or unknown()
if has(user.flags, ERASED) then return { epoch, version } end
local ended = removeAll(id, user, ERASURE)
setStatus(id, user, '', 0)
user.seen, user.hidden, user.day, user.visibility, user.number = 0, 0, 0, 0, 0
user.flags = ERASED
commit(id, user, ended)
return { epoch, version }
