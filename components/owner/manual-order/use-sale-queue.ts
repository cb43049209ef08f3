'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { browserStorage } from '#components/ui/browser.ts'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import type { SaleReceipt } from '#lib/owner/create-manual-order.ts'
import type { Failure, Result } from '#lib/result.ts'
import { isText, listOf, matchShape, recordOf, withFields } from '#lib/text/json-shape.ts'

/** A sale that this browser keeps until the shop has it. Its key makes the shop store it once. */
export type Sale = {
  readonly key: string
  readonly soldAt: string
  /** The sale as text. */
  readonly text: string
  /** Why the shop refused it; empty while it waits for the net. */
  readonly refusal: string
  readonly fields: Readonly<Record<string, string>>
}

/** The server action of the form. */
export type CreateManualSale = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<SaleReceipt, OwnerFailure>>

const isSale = withFields<Sale>({
  key: isText,
  soldAt: isText,
  text: isText,
  refusal: isText,
  fields: recordOf(isText),
})
const storage = browserStorage('stall-sales')
const listeners = new Set<() => void>()

// Where the browser keeps nothing, the sales of this page stay in its memory.
let memory: string | null = null
const readText = () => storage.read() ?? memory

function salesIn(text: string | null): readonly Sale[] {
  return matchShape(listOf(isSale), JSON.parse(text ?? '[]')) ?? []
}

function changeSales(change: (sales: readonly Sale[]) => readonly Sale[]): void {
  memory = JSON.stringify(change(salesIn(readText())))
  storage.write(memory)
  for (const listener of listeners) listener()
}

const withoutSale = (key: string) => (sales: readonly Sale[]) =>
  sales.filter((sale) => sale.key !== key)

function subscribe(listener: () => void): () => void {
  const end = new AbortController()
  listeners.add(listener)
  // Another tab of this browser changed it.
  addEventListener('storage', listener, { signal: end.signal })
  return () => {
    listeners.delete(listener)
    end.abort()
  }
}

/** Refusals after which the same sale is sent again. */
const COMES_BACK: ReadonlySet<string> = new Set(['network', 'unavailable', 'too-often'])

/** A sale written down later than this says when it was sold, in milliseconds. */
const LATE = 60_000

type Answer = Result<SaleReceipt, OwnerFailure>

async function send(action: CreateManualSale, { key, soldAt, fields }: Sale): Promise<Answer> {
  const isLate = Date.now() - Date.parse(soldAt) > LATE
  const sent = { ...fields, key, ...(isLate ? { soldAt } : {}) }
  return callAction(action, sent).catch(lostCall)
}

/** In milliseconds: how often a waiting sale is sent again. */
const AGAIN = 20_000

let isSending = false

/** A receipt of a sale, and whether it came after waiting. */
export type Sold = SaleReceipt & { readonly key: string; readonly waited: boolean }

/** The sales that wait in this browser, sent again until the shop has them, and the receipts of those that it has. */
export function useSaleQueue(action: CreateManualSale) {
  const waiting = salesIn(useSyncExternalStore(subscribe, readText, () => null))
  const [sold, setSold] = useState<readonly Sold[]>([])
  const keep = (receipt: Sold) => setSold((before) => [receipt, ...before])

  async function settle(sale: Sale, waited: boolean): Promise<Answer> {
    const answer = await send(action, sale)
    if (answer.ok) {
      changeSales(withoutSale(sale.key))
      keep({ ...answer.data, key: sale.key, waited })
    }
    return answer
  }

  /** Sends every waiting sale, one after the other, until one is not answered. */
  async function sendWaiting(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (const sale of salesIn(readText()).filter(({ refusal }) => refusal === '')) {
        const answer = await settle(sale, true)
        if (answer.ok) continue
        if (COMES_BACK.has(answer.code)) return
        const refusal = failureText(answer)
        changeSales((sales) =>
          sales.map((one) => (one.key === sale.key ? { ...one, refusal } : one)),
        )
      }
    } finally {
      isSending = false
    }
  }

  const hasWaiting = waiting.some(({ refusal }) => refusal === '')
  useEffect(() => {
    if (!hasWaiting) return undefined
    const end = new AbortController()
    const again = () => void sendWaiting()
    addEventListener('online', again, { signal: end.signal })
    const timer = setInterval(again, AGAIN)
    return () => {
      end.abort()
      clearInterval(timer)
    }
  })

  /** Keeps a sale, then sends it. Why it was refused, where it was; it is kept only where the shop did not answer. */
  async function sell(sale: Sale): Promise<Failure<OwnerFailure> | 'sold' | 'waits'> {
    isSending = true
    try {
      changeSales((sales) => [...sales, sale])
      const answer = await settle(sale, false)
      if (answer.ok) return 'sold'
      if (COMES_BACK.has(answer.code)) return 'waits'
      changeSales(withoutSale(sale.key))
      return answer
    } finally {
      isSending = false
    }
  }

  return {
    waiting,
    sold,
    sell,
    sendWaiting,
    remove: (key: string) => changeSales(withoutSale(key)),
  }
}
