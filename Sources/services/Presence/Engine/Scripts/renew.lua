-- Renews leases, and notes what their devices say. ARGV[3]: the threshold of idleness. ARGV[4]: for
-- each 29 bytes: lease 8, user 16, mode 1 (255 as it was), milliseconds since it was touched 4 or
-- 0xffffffff. Returns the epoch in 8 bytes, the version in 8, and for each lease its duration in 4:
-- 0 when it has ended or is another user's.

-- Those of devices that say nothing new, at once.
local items = ARGV[4]
local BEAT = '\255\255\255\255\255'
local byte, sub = string.byte, string.sub
local users, count = {}, 0
for position = 1, #items, 29 do
    count = count + 1
    users[count] = sub(items, position + 8, position + 23)
end
local records = call('HMGET', USERS, unpack(users))
-- Leases of the same duration end at the same time: when, by their durations.
local ends = {}
local durations, scores, news = {}, {}, nil
local scored = 0
for index = 1, count do
    local start = (index - 1) * 29
    local record = records[index]
    local duration = '\0\0\0\0'
    if record then
        local leaseID = sub(items, start + 1, start + 8)
        local high, low = byte(record, HEADER - 1, HEADER)
        for place = HEADER + 1 + high * 256 + low, #record, LEASE do
            if sub(record, place, place + 7) == leaseID then
                duration = sub(record, place + 32, place + 35)
                local score = ends[duration]
                if not score then
                    score = text(now + MARGIN + struct.unpack('>I4', duration))
                    ends[duration] = score
                end
                scores[scored + 1] = score
                scores[scored + 2] = sub(items, start + 1, start + 24)
                scored = scored + 2
                if sub(items, start + 25, start + 29) ~= BEAT or byte(record, place + 37) >= DETACHED then
                    news = news or {}
                    news[#news + 1] = start
                end
                break
            end
        end
    end
    durations[index] = duration
end
if #scores > 0 then call('ZADD', DEADLINES, 'XX', unpack(scores)) end

local function answer() return epoch .. struct.pack('>I8', version) .. table.concat(durations) end
if not news then return answer() end
