import { randomUUID } from 'node:crypto'
import type { SigningCertificate } from './certificate.ts'
import { newEventId } from './identifiers.ts'
import type { Delivery, Treatment } from './records.ts'
import type { Fault, Faults, ScenarioName } from './scenarios.ts'
import type { Change, Store } from './store.ts'
import { eventBody, transmit, type WebhookEvent } from './webhook-event.ts'

const treatmentOf: Partial<Record<ScenarioName, Treatment>> = {
  'webhook-unsigned': 'unsigned',
  'webhook-tampered': 'tampered',
  'webhook-forged': 'forged',
  'webhook-wrong-id': 'wrong-webhook-id',
}

// PayPal repeats an undelivered event 25 times over three days; here the waits are shorter.
const mostAttempts = 25

function waitAfter(attempts: number): number {
  return Math.min(60_000, 250 * 2 ** attempts)
}

function share(some: readonly string[], others: readonly string[]): boolean {
  return some.some((ref) => others.includes(ref))
}

type Parts = {
  store: Store
  faults: Faults
  certificate: SigningCertificate
  base: string
  delayMs: number
}

/** The durable queue of webhook deliveries. */
export class Webhooks {
  private readonly parts: Parts
  private readonly holds = new Set<string>()
  private readonly underWay = new Map<string, Promise<number>>()
  private fresh: string[] = []
  private timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** The deliveries of a new event, to be committed together with what caused it. */
  announce(event: WebhookEvent): Change[] {
    const { store, faults, delayMs } = this.parts
    const occasion = { op: 'webhook', refs: event.refs, eventType: event.type } as const
    const fault = faults.take('webhook', occasion)
    const eventId = newEventId()
    const body = JSON.stringify(eventBody(eventId, event, this.parts.base))
    const held = this.holds.has('*') || event.refs.some((ref) => this.holds.has(ref))
    return store.webhooks
      .list()
      .filter(
        (webhook) => webhook.eventTypes.includes(event.type) || webhook.eventTypes.includes('*'),
      )
      .flatMap((webhook): Delivery[] => {
        const delivery: Delivery = {
          id: randomUUID(),
          eventId,
          eventType: event.type,
          refs: [...event.refs],
          webhookId: webhook.id,
          body,
          treatment: 'genuine',
          state: held ? 'held' : 'queued',
          early: false,
          behindNext: false,
          attempts: [],
          nextAt: Date.now() + delayMs,
        }
        return this.suffer(delivery, fault)
      })
      .map((delivery) => {
        if (delivery.early && delivery.state === 'queued') this.fresh.push(delivery.id)
        return store.deliveries.put(delivery)
      })
  }

  private suffer(delivery: Delivery, fault: Fault | undefined): Delivery[] {
    if (fault === undefined) return [delivery]
    const treatment = treatmentOf[fault.name]
    if (treatment !== undefined) return [{ ...delivery, treatment }]
    if (fault.name === 'webhook-twice') return [delivery, { ...delivery, id: randomUUID() }]
    if (fault.name === 'webhook-lost') return [{ ...delivery, state: 'lost' }]
    if (fault.name === 'webhook-early') return [{ ...delivery, early: true }]
    const nextAt = Date.now() + fault.delayMs
    return [{ ...delivery, nextAt, behindNext: fault.name === 'webhook-reordered' }]
  }

  /** Sends the early events of the call that has just acted; asked for before anything is awaited. */
  async sendEarly(): Promise<void> {
    const ids = this.fresh
    this.fresh = []
    await Promise.all(ids.map((id) => this.deliver(id)))
  }

  /** Looks at the queue now and again whenever the next delivery is due. */
  wake(): void {
    clearTimeout(this.timer)
    const waiting = this.queued().filter(({ id }) => !this.underWay.has(id))
    const due = waiting.filter(({ nextAt }) => nextAt <= Date.now())
    for (const { id } of due) void this.deliver(id)
    const later = waiting.filter(({ nextAt }) => nextAt > Date.now()).map(({ nextAt }) => nextAt)
    if (later.length === 0) return
    this.timer = setTimeout(() => this.wake(), Math.max(5, Math.min(...later) - Date.now()))
    this.timer.unref()
  }

  private queued(): Delivery[] {
    return this.parts.store.deliveries.list().filter(({ state }) => state === 'queued')
  }

  /** Sends one delivery now, whatever its state, and tells the receiver's status. */
  async deliver(id: string): Promise<number> {
    const started =
      this.underWay.get(id) ?? this.attempt(id).finally(() => this.underWay.delete(id))
    this.underWay.set(id, started)
    const status = await started
    this.wake()
    return status
  }

  private async attempt(id: string): Promise<number> {
    const { store, certificate, base } = this.parts
    const delivery = store.deliveries.get(id)
    const url = store.webhooks.get(delivery?.webhookId ?? '')?.url
    if (delivery === undefined || url === undefined) return 0
    const status = await transmit({ ...delivery, url, certificate, base })
    // The records may have been emptied meanwhile.
    if (store.deliveries.get(id) === undefined) return status
    const attempts = [...delivery.attempts, { at: new Date().toISOString(), status }]
    const taken = status >= 200 && status < 300
    const done = taken || delivery.treatment !== 'genuine' || attempts.length >= mostAttempts
    const state = taken ? 'delivered' : done ? 'given-up' : 'queued'
    const nextAt = Date.now() + waitAfter(attempts.length)
    store.commit([
      store.deliveries.put({ ...delivery, attempts, state, nextAt, behindNext: false }),
      ...this.queued()
        .filter((other) => other.id !== id && other.behindNext && share(other.refs, delivery.refs))
        .map((other) => store.deliveries.put({ ...other, behindNext: false, nextAt: Date.now() })),
    ])
    return status
  }

  /** Keeps back the coming events of an order, or of all with `*`. */
  hold(ref: string): void {
    this.holds.add(ref)
  }

  /** Ends a hold and sends what it kept, one after the other, in the order asked for. */
  async release(
    ref: string,
    order: 'fifo' | 'reverse',
  ): Promise<{ eventType: string; status: number }[]> {
    if (ref === '*') this.holds.clear()
    this.holds.delete(ref)
    const kept = this.parts.store.deliveries
      .list()
      .filter(({ state, refs }) => state === 'held' && (ref === '*' || refs.includes(ref)))
    const sent: { eventType: string; status: number }[] = []
    for (const { id, eventType } of order === 'fifo' ? kept : kept.toReversed()) {
      sent.push({ eventType, status: await this.deliver(id) })
    }
    return sent
  }

  /** Tries what is queued for these refs now, without waiting for its time. */
  async flush(concerns: (refs: readonly string[]) => boolean): Promise<void> {
    const waiting = this.queued().filter(({ refs }) => concerns(refs))
    await Promise.all(waiting.map(({ id }) => this.deliver(id)))
  }

  /** Sends a delivery's event once more, as a new delivery that is not repeated by itself. */
  async resend(delivery: Delivery, treatment: Treatment): Promise<number> {
    const { store } = this.parts
    const copy: Delivery = {
      ...delivery,
      id: randomUUID(),
      treatment,
      state: 'held',
      early: false,
      attempts: [],
    }
    store.commit([store.deliveries.put(copy)])
    return this.deliver(copy.id)
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
