-- An instance has connected. ARGV[3]: the run of the server. Another run than before may have lost
-- what the one before had, so it begins an epoch. Returns the epoch and the version.
local run = call('HGET', NAME, 'run')
if run ~= ARGV[3] then
    -- Not for an epoch that has begun in this very call.
    if run or version > 0 or epoch ~= ARGV[1] then
        epoch = ARGV[1]
        -- No device could renew its lease while no server was there: that time does not count, and
        -- each lease lasts as long as if it began now.
        call('HSET', NAME, 'epoch', epoch, 'began', text(clock), 'before', text(at), 'at', text(wall))
        call('DEL', INSTANCES, ENDED)
    end
    call('HSET', NAME, 'run', ARGV[3])
end
return { epoch, version }
