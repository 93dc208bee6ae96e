-- Brings back what an instance knew before data was lost. ARGV[3] the epoch that it is restored in.
-- Then users in pairs: the user, and the record as it was. What is here already is newer and stays.
-- Returns the epoch and the version.
if epoch ~= ARGV[3] then return { epoch, version } end
local mayHold = now <= began + RESTORING
for argument = 4, #ARGV, 2 do
    local id, lost = ARGV[argument], read(ARGV[argument + 1])
    local user = load(id) or unknown()
    local isChanged, ended = false, nil
    if lost.hidden > user.hidden then
        user.hidden = lost.hidden
        isChanged = true
    end
    if has(lost.flags, ERASED) and not has(user.flags, ERASED) then
        user.flags = with(user.flags, ERASED)
        isChanged = true
    end
    if user.flags ~= 0 and #user.leases > 0 then ended = removeAll(id, user, ERASURE) end
    if not has(user.flags, ERASED) then
        if lost.seen > user.seen then
            setSeen(user, lost.seen)
            user.day = math.max(user.day, lost.day)
            isChanged = true
        end
        if lost.number > user.number then
            user.visibility, user.number = lost.visibility, lost.number
            isChanged = true
        end
    end
    if user.version == 0 and lost.status ~= '' then
        setStatus(id, user, lost.status, lost.ends)
        isChanged = true
    end
    for _, lease in ipairs(mayHold and user.flags == 0 and lost.leases or {}) do
        local isOver = find(user, lease.id) or call('SISMEMBER', ENDED, lease.id) == 1
        local other
        for index, held in ipairs(user.leases) do
            if held.device == lease.device then other = index end
        end
        -- Data that is older has a lease that was replaced.
        if other and user.leases[other].since >= lease.since then isOver = true end
        if not isOver and (other or #user.leases < DEVICES) then
            if other then ended = (ended or '') .. remove(id, user, other, REPLACED) end
            lease.flags = without(without(lease.flags, DETACHED), PAUSED)
            add(id, user, lease)
            isChanged = true
        end
    end
    if isChanged then commit(id, user, ended) end
end
return { epoch, version }
