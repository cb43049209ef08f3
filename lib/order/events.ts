import type { z } from 'zod'

import type { Actor, EventFrame } from '#lib/order/events/event-frame.ts'
import { defined } from '#lib/result.ts'
import type { EVENT_DATA } from './events/data/index.ts'

/** The name of what happened, `subject.verb`; `data/` lists all with their data. */
export type EventType = keyof typeof EVENT_DATA

export type EventData = {
  readonly [Type in EventType]: Readonly<z.infer<z.ZodObject<(typeof EVENT_DATA)[Type]>>>
}

export type EventOf<Type extends EventType> = {
  readonly [One in Type]: EventFrame & { readonly type: One; readonly data: EventData[One] }
}[Type]

/** One thing that happened to an order. */
export type OrderEvent = EventOf<EventType>

/** What happened to an order, the earliest first. */
export type History = readonly OrderEvent[]

/** The events of a change with their ids, which follow from its key. */
export function withIds(events: readonly OrderEvent[], key: string): readonly OrderEvent[] {
  return events.map((event, index) => ({ ...event, id: `${key}-${index + 1}` }))
}

/** Whether the change under this key is stored: a transaction whose answer was lost runs again. */
export function isStored({ history }: { readonly history: readonly OrderEvent[] }, key: string) {
  return history.some(({ id }) => id?.startsWith(`${key}-`))
}

/** Actor, time and reason of a change; `who` is the person behind the owner's tools. */
export type ChangeContext = {
  readonly now: Date
  readonly by: Actor
  readonly who?: string
  readonly reason?: string
}

/** An event of a change; the context's reason is its note. */
export function newEvent<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  { now, by, who, reason = '' }: ChangeContext,
) {
  return {
    at: now.toISOString(),
    by,
    ...defined({ who }),
    ...(reason === '' ? {} : { note: reason }),
    type,
    data,
  }
}

/** The owner who changes an order: their name or e-mail, and when. The history keeps both. */
export type OwnerContext = { readonly by: string; readonly at: Date }

/** The same as a change of an order takes it, with the reason if there is one. */
export function changeContext({ by, at }: OwnerContext, reason?: string): ChangeContext {
  const given = reason?.trim() ?? ''
  return { by: 'owner', who: by, now: at, ...(given === '' ? {} : { reason: given }) }
}
