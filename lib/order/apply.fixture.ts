import { type EventData, type EventType, newEvent } from './events.ts'

export const HEARD = '2026-12-05T02:00:00.000Z'

export const make = <Type extends EventType>(type: Type, data: EventData[Type]) =>
  newEvent(type, data, { now: new Date(HEARD), by: 'provider' })

export const inReview = false

export const listed = { at: '2026-11-22T00:00:00Z' }

export const refund = make('money.refunded', {
  refundRef: 'R1',
  amount: 80,
  inReview,
  origin: 'provider',
  listed,
})
