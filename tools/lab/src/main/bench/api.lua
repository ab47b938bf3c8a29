-- One kind of request of `lintel bench api`, for wrk: wrk -s api.lua URL -- METHOD PATH LIMIT [BODY]
-- Each # in path and body is a number from 1 to LIMIT, the same in both, by a fixed seed.
local method, path, limit, body

function init(args)
  method, path, limit, body = args[1], args[2], tonumber(args[3]), args[4]
  math.randomseed(20260302)
end

function request()
  local number = tostring(math.random(1, limit))
  local filled = body and body:gsub("#", number) or nil
  return wrk.format(method, (path:gsub("#", number)), nil, filled)
end

-- requests, µs that they took together, p50 and p99 in µs, answers of 400 and above, connections and reads that failed
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("bench %d %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout))
end
