-- Renews leases, and notes what their devices say. ARGV[3]: the threshold of idleness. ARGV[4]: for each
-- 29 bytes: lease 8, user 16, mode 1 or 255, milliseconds since it was touched 4 or 0xffffffff.
-- Returns the epoch in 8 bytes, the version in 8, and for each lease its duration in 4: 0 when it has ended or
-- is another user's.

-- Those of devices that say nothing new, at once.
local items = ARGV[4]
local BEAT = '\255\255\255\255\255'
local users = {}
for position = 1, #items, 29 do
    users[#users + 1] = items:sub(position + 8, position + 23)
end
local records = call('HMGET', USERS, unpack(users))
local durations, scores, news = {}, {}, nil
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
            if items:sub(start + 25, start + 29) ~= BEAT or record:byte(place + 37) >= DETACHED then
                news = news or {}
                news[#news + 1] = start
            end
            break
        end
        place = place + LEASE
    end
    durations[index] = duration
end
if #scores > 0 then call('ZADD', DEADLINES, 'XX', unpack(scores)) end

local function answer() return epoch .. struct.pack('>I8', version) .. table.concat(durations) end
if not news then return answer() end
