-- Freezes a user, or ends that. ARGV[3] user, [4] 1 or 0. Returns the epoch and the version.
local id = ARGV[3]
local user = load(id) or unknown()
local isFrozen = ARGV[4] == '1'
if has(user.flags, ERASED) or has(user.flags, FROZEN) == isFrozen then return { epoch, version } end
local ended
if isFrozen then
    ended = removeAll(id, user, FREEZING)
    user.flags = with(user.flags, FROZEN)
else
    user.flags = without(user.flags, FROZEN)
end
commit(id, user, ended)
return { epoch, version }
