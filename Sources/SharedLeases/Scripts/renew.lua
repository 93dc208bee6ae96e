-- Renews leases, and notes what their devices say. ARGV[3]: the threshold of idleness. ARGV[4]: for each
-- 29 bytes: lease 8, user 16, mode 1 or 0, milliseconds since it was touched 4 or 0xffffffff.
-- Returns the epoch, and for each lease its duration in 4 bytes: 0 when it has ended or is another user's.
local items = ARGV[4]
local threshold = tonumber(ARGV[3])
local BEAT = '\0\255\255\255\255'
local users = {}
for position = 1, #items, 29 do
    users[#users + 1] = items:sub(position + 8, position + 23)
end
local records = call('HMGET', USERS, unpack(users))

-- What a device says of itself.
local function tell(id, leaseID, mode, idle)
    local user = load(id)
    local lease = find(user, leaseID)
    local member = leaseID .. id
    local isChanged = has(lease.flags, DETACHED) or has(lease.flags, PAUSED)
    lease.flags = without(without(lease.flags, DETACHED), PAUSED)
    -- Before as well: a device that becomes invisible was seen until now.
    see(user, wall)
    if mode ~= 0 and mode ~= lease.mode then
        lease.mode = mode
        isChanged = true
    end
    if mode == ONLINE and idle == 0xffffffff then idle = 0 end
    if idle ~= 0xffffffff and touch(lease, member, idle, threshold) then isChanged = true end
    see(user, wall)
    if isChanged then commit(id, user) end
end

local durations, scores = { epoch }, {}
for index, id in ipairs(users) do
    local start = (index - 1) * 29
    local leaseID = items:sub(start + 1, start + 8)
    local record = records[index]
    local duration = '\0\0\0\0'
    local place = record and HEADER + 1 + record:byte(HEADER - 1) * 256 + record:byte(HEADER)
    while place and place <= #record do
        if record:sub(place, place + 7) == leaseID then
            duration = record:sub(place + 32, place + 35)
            local a, b, c, d = duration:byte(1, 4)
            scores[#scores + 1] = now + MARGIN + ((a * 256 + b) * 256 + c) * 256 + d
            scores[#scores + 1] = leaseID .. id
            local news = items:sub(start + 25, start + 29)
            if news ~= BEAT or record:byte(place + 37) >= DETACHED then
                local mode, idle = struct.unpack('>BI4', news)
                tell(id, leaseID, mode, idle)
            end
            break
        end
        place = place + LEASE
    end
    durations[index + 1] = duration
end
if #scores > 0 then call('ZADD', DEADLINES, 'XX', unpack(scores)) end
return table.concat(durations)
