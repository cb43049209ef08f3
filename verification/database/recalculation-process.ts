// A process of its own, so that its memory is that of the recalculation alone: makes the day's
// recalculation as sweeps do, and prints what it took.
import { recalculateDaily } from '#lib/owner/recalculate-counters.ts'
import { readRecalculation } from '#lib/owner/recalculation-store.ts'

const [time = '', budget = ''] = process.argv.slice(2)

await readRecalculation()
globalThis.gc?.()
const before = process.memoryUsage().heapUsed
let peak = before
// What lives after a collection; what was thrown away is not the recalculation's.
const look = setInterval(() => {
  globalThis.gc?.()
  peak = Math.max(peak, process.memoryUsage().heapUsed)
}, 2000)

const began = performance.now()
let longest = 0
let sweeps = 0
do {
  const start = performance.now()
  await recalculateDaily(new Date(time), Number(budget))
  longest = Math.max(longest, performance.now() - start)
  sweeps += 1
} while ((await readRecalculation()).run)
clearInterval(look)

const figures = {
  sweeps,
  seconds: Math.round(performance.now() - began) / 1000,
  longest: Math.round(longest),
  grown: Math.round((peak - before) / 1024 / 1024),
  processor: Math.round(process.cpuUsage().user / 1000) / 1000,
}
console.log(JSON.stringify({ figures }))
process.exit(0)
