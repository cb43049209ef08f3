// Loaded before a server (`node --import`): its clock is CLOCK_SKEW milliseconds ahead, or behind where that is negative.

const SKEW = Number(process.env['CLOCK_SKEW'])
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words) =>
    words.length === 0 ? new target(target.now() + SKEW) : Reflect.construct(target, words),
  get: (target, name) =>
    name === 'now' ? () => target.now() + SKEW : Reflect.get(target, name, target),
})
