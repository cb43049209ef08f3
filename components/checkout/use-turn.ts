'use client'

import { useEffect, useRef, useState } from 'react'

import type { LostCall } from '#components/ui/call-action.ts'
import type { PlaceOrderAnswer } from './correction.ts'

// How long the page retries, and its shortest and longest pause, in milliseconds.
const PATIENCE = 120_000

const FIRST_PAUSE = 2000

const LONGEST_PAUSE = 10_000

/** Asks again, the same each time, while too many order at once and the page is open. */
export function useTurn() {
  // How many are ahead of somebody who waits.
  const [ahead, setAhead] = useState<number>()
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  async function ask(place: () => Promise<PlaceOrderAnswer | LostCall>) {
    const end = Date.now() + PATIENCE
    let pause = FIRST_PAUSE
    let answer = await place()
    while (!answer.ok && answer.code === 'busy' && Date.now() < end) {
      setAhead(answer.ahead)
      // Not all at the same moment again.
      const wait = pause * (0.5 + Math.random() / 2)
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (!open.current) break
      pause = Math.min(pause * 1.5, LONGEST_PAUSE)
      answer = await place()
    }
    setAhead(undefined)
    return answer
  }
  return { ahead, ask }
}
