import { randomUUID } from 'node:crypto'

import type { SigningCertificate } from './credentials.ts'
import { eventBody, transmit, type WebhookEvent } from './events.ts'
import type { Faults } from './faults.ts'
import type { Delivery } from './records.ts'
import type { Settings, Store } from './store.ts'

// PayPal repeats an undelivered event 25 times over three days; here the waits are shorter.
const mostAttempts = 25

function waitAfter(attempts: number): number {
  return Math.min(60_000, 250 * 2 ** attempts)
}

/** What a delivery is made of. */
type Sender = {
  base: string
  settings: Settings
  store: Store
  faults: Faults
  certificate: SigningCertificate
}

/** The queue of webhook deliveries. It is kept with the other records. */
export class Webhooks {
  private readonly paypal: Sender
  private readonly holds = new Set<string>()
  private readonly underWay = new Map<string, Promise<number>>()
  private early: string[] = []
  private timer: NodeJS.Timeout | undefined

  constructor(paypal: Sender) {
    this.paypal = paypal
  }

  /** Puts a new event into the queue. It is saved together with its cause. */
  announce(event: WebhookEvent): void {
    const { store, faults, settings, base } = this.paypal
    const { type, refs } = event
    const fault = faults.take('webhook', { op: 'webhook', refs, eventType: type })
    if (settings['webhook-url'] === undefined) return
    const { id: eventId, text: body } = eventBody(event, base)
    const isHeld = this.holds.has('*') || refs.some((ref) => this.holds.has(ref))
    const delay = fault?.effect.late ? fault.delayMs : settings['webhook-delay-ms']
    const delivery: Delivery = {
      id: randomUUID(),
      eventId,
      eventType: type,
      refs: [...refs],
      body,
      treatment: 'genuine',
      state: isHeld ? 'held' : 'queued',
      early: false,
      behindNext: false,
      attempts: [],
      nextAt: Date.now() + delay,
      ...fault?.effect.delivery,
    }
    if (delivery.early && !isHeld) this.early.push(delivery.id)
    store.deliveries.put(delivery)
    if (fault?.name === 'webhook-twice') store.deliveries.put({ ...delivery, id: randomUUID() })
    // sendEarly sends early events before this reads the queue.
    setImmediate(() => this.wake())
  }

  /** Saves what the call has just done, and sends its early events. */
  async sendEarly(): Promise<void> {
    this.paypal.store.save()
    await Promise.all(this.early.splice(0).map((id) => this.deliver(id)))
  }

  /** Sends what is due, and wakes again when the next delivery is. */
  wake(): void {
    clearTimeout(this.timer)
    const waiting = this.queued().filter(({ id }) => !this.underWay.has(id))
    for (const { id, nextAt } of waiting) if (nextAt <= Date.now()) void this.deliver(id)
    const later = waiting.filter(({ id }) => !this.underWay.has(id))
    if (later.length === 0) return
    const next = Math.min(...later.map(({ nextAt }) => nextAt))
    this.timer = setTimeout(() => this.wake(), Math.max(5, next - Date.now()))
    this.timer.unref()
  }

  private queued(): Delivery[] {
    return this.paypal.store.deliveries.list().filter(({ state }) => state === 'queued')
  }

  /** Sends one delivery in any state. Returns the receiver's status. */
  private async deliver(id: string): Promise<number> {
    const started = this.underWay.get(id) ?? this.attempt(id)
    this.underWay.set(id, started)
    const status = await started
    this.underWay.delete(id)
    this.wake()
    return status
  }

  private async attempt(id: string): Promise<number> {
    const { store, settings } = this.paypal
    const url = settings['webhook-url']
    const delivery = store.deliveries.get(id)
    if (delivery === undefined || url === undefined) return 0
    const status = await transmit(this.paypal, url, delivery)
    const attempts = [...delivery.attempts, { at: new Date().toISOString(), status }]
    const taken = status >= 200 && status < 300
    const isOver = delivery.treatment !== 'genuine' || attempts.length >= mostAttempts
    const state = taken ? 'delivered' : isOver ? 'given-up' : 'queued'
    const nextAt = Date.now() + waitAfter(attempts.length)
    const behind = this.queued()
      .filter((other) => other.id !== id && other.behindNext)
      .filter(({ refs }) => refs.some((ref) => delivery.refs.includes(ref)))
      .map((other) => ({ ...other, behindNext: false, nextAt: Date.now() }))
    const tried = { ...delivery, attempts, state, nextAt, behindNext: false } as const
    for (const one of [tried, ...behind]) store.deliveries.put(one)
    store.save()
    return status
  }

  /** Keeps back the coming events of an order, or of all with `*`. */
  hold(ref: string): void {
    this.holds.add(ref)
  }

  /** Ends a reservation and sends what it kept, one after the other. */
  async release(
    ref: string,
    order: 'fifo' | 'reverse',
  ): Promise<{ eventType: string; status: number }[]> {
    if (ref === '*') this.holds.clear()
    this.holds.delete(ref)
    const kept = this.paypal.store.deliveries
      .list()
      .filter(({ state, refs }) => state === 'held' && (ref === '*' || refs.includes(ref)))
    const sent: { eventType: string; status: number }[] = []
    for (const { id, eventType } of order === 'fifo' ? kept : kept.toReversed())
      sent.push({ eventType, status: await this.deliver(id) })
    return sent
  }

  /** Sends what is queued for an order, or for all, without waiting for its time. */
  async flush(concerns: (refs: readonly string[]) => boolean): Promise<void> {
    const waiting = this.queued().filter(({ refs }) => concerns(refs))
    await Promise.all(waiting.map(({ id }) => this.deliver(id)))
  }
}
