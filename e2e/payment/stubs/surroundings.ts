import type { Offer } from '#lib/order/stock.ts'

import { world } from '../world.ts'

/** Keeps the name of what was logged. */
export function log(name: string): void {
  world.logged.push(name)
}

/** The same for failures. */
export function logFailure(name: string): void {
  world.logged.push(name)
}

/** The same for an unanswered provider or database; any other failure is thrown. */
export function logUnavailable(name: string, error: unknown): void {
  const known = ['ProviderProblem', 'DatabaseUnavailable']
  if (!(error instanceof Error && known.includes(error.name))) throw error
  world.logged.push(name)
}

/** The products of the world. */
export async function findProducts(): Promise<readonly Offer[]> {
  return world.products
}

/** The same with what is planned. */
export function findPlannedProducts(): Promise<readonly Offer[]> {
  return findProducts()
}

/** Whether the member may ask again. */
export function hasAllowance(): boolean {
  return world.hasAllowance
}

/** Keeps work for after the answer. */
export function after(work: () => Promise<void>): void {
  world.later.push(work)
}

/** No mail is sent here. */
export async function sendQueued(): Promise<void> {
  world.logged.push('mails-sent')
}

/** The settings of a shop with one provider or both. */
export function settings() {
  const linePay = world.hasLinePay ? { LINE_PAY_CHANNEL_ID: 'channel' } : {}
  return { NEXT_PUBLIC_SITE_URL: 'http://localhost:3000', ...linePay }
}
