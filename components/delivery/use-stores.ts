'use client'

import { useEffect, useState } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import type { ShownStore, StoreAnswer, StoreQuery } from '#lib/parcel/search-stores.ts'
import {
  isText,
  isTrueOrFalse,
  listOf,
  matchShape,
  type Shape,
  withFields,
} from '#lib/text/json-shape.ts'

// A district's answer is a few kibibytes; those that were seen last are kept for a day without network.
const MAX_STORED = 12

const storage = browserStorage('stores')

const isShownStore: Shape<ShownStore> = withFields({
  number: isText,
  name: isText,
  address: isText,
  isOutlying: isTrueOrFalse,
})

const isAnswer: Shape<StoreAnswer> = withFields({
  stores: listOf(isShownStore),
  hasMore: isTrueOrFalse,
})

const isKept = listOf(withFields({ query: isText, answer: isAnswer }))

function storedAnswers() {
  return storage.readAs(isKept) ?? []
}

async function ask(query: string, signal: AbortSignal): Promise<StoreAnswer | undefined> {
  const response = await fetch(`/api/stores?${query}`, { signal })
  if (!response.ok) return undefined
  return matchShape(isAnswer, await response.json())
}

/** State of a store search: `kept` shows an earlier answer, `failed` has none. */
export type Stores = {
  readonly state: 'none' | 'loading' | 'fresh' | 'kept' | 'failed'
  readonly answer: StoreAnswer | undefined
}

type StoreResult = Stores & { readonly query: string }

async function answerTo(query: string, signal: AbortSignal): Promise<StoreResult> {
  const answer = await ask(query, signal).catch(() => undefined)
  if (answer) {
    const others = storedAnswers().filter((storedAnswer) => storedAnswer.query !== query)
    storage.write(JSON.stringify([{ query, answer }, ...others].slice(0, MAX_STORED)))
    return { query, state: 'fresh', answer }
  }
  const kept = storedAnswers().find((storedAnswer) => storedAnswer.query === query)?.answer
  return { query, state: kept ? 'kept' : 'failed', answer: kept }
}

// Debounce of typed text in milliseconds; a choice is sent at once.
const PAUSE = 250

/** Searches stores through the shop. Offline, returns those this browser loaded last. */
export function useStores(search: StoreQuery | undefined): Stores {
  const query = search ? new URLSearchParams(search).toString() : ''
  const isTyped = search !== undefined && 'text' in search
  const [answered, setAnswered] = useState<StoreResult | undefined>(undefined)
  useEffect(() => {
    if (query === '') return undefined
    const controller = new AbortController()
    const look = async () => {
      const found = await answerTo(query, controller.signal)
      if (!controller.signal.aborted) setAnswered(found)
    }
    const timer = setTimeout(() => void look(), isTyped ? PAUSE : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, isTyped])
  if (query === '') return { state: 'none', answer: undefined }
  if (answered?.query === query) return answered
  // Keeps earlier matches only while the same chain and place are searched.
  const isSameSearch = isTyped && new URLSearchParams(answered?.query).get('chain') === search.chain
  return { state: 'loading', answer: isSameSearch ? answered?.answer : undefined }
}
