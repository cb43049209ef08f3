'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

import { forgetCode, keepCode, readKeptCode } from '#components/discount/kept-code.ts'
import { callAction } from '#components/ui/call-action.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import type { CodeProblem } from '#lib/discount/discount.ts'
import type { CodeAnswer, CodeCheckInput } from '#lib/discount/check-code.ts'
import {
  CODE_FORM,
  codeMisfit,
  type CodeTerms,
  type PricedCart,
  priceCart,
  typedCode,
} from '#lib/price/discount.ts'
import { deliveryFee, lineTotal } from '#lib/price/price.ts'
import type { ActionFailure } from '#lib/result.ts'

import { checkoutKeys } from './checkout-storage.ts'
import { codeSentence, DISCOUNT_MESSAGES } from './discount-words.ts'

/** The server action that checks a code, handed down by the page. */
export type CheckCode = (input: CodeCheckInput) => Promise<CodeAnswer | ActionFailure>

/** The code of a checkout: what is typed, the terms that were found, and why it can't be used. */
type CodeState = {
  readonly typed: string
  readonly terms?: CodeTerms | undefined
  readonly problem?: string | undefined
}

function problemOf(answer: Exclude<Awaited<ReturnType<CheckCode>>, { ok: true }> | undefined) {
  switch (answer?.code) {
    case 'discount':
      return codeSentence(answer.problem)
    case 'too-often':
      return DISCOUNT_MESSAGES.tooOften
    case 'malformed':
      return DISCOUNT_MESSAGES.form
    default:
      return DISCOUNT_MESSAGES.away
  }
}

// No other cart of this member could use it, so the next checkout does not ask again.
const isLasting = ({ why }: CodeProblem) =>
  why === 'unknown' || why === 'over' || why === 'used-up' || why === 'used-by-you'

/** What is said of a cart that a code does not fit, or no longer fits. */
function misfitOf(lines: readonly CartLine[], terms: CodeTerms | undefined): string | undefined {
  if (!terms || lines.length === 0) return undefined
  const fee = deliveryFee(lines.reduce((sum, line) => sum + lineTotal(line), 0))
  const misfit = codeMisfit(lines, terms, fee)
  if (!misfit) return undefined
  return codeSentence(misfit.why === 'not-for-these' ? { why: misfit.why, titles: [] } : misfit)
}

/** The discount code of a checkout, and what its lines cost with it. */
export type CheckoutCode = {
  readonly typed: string
  readonly problem: string | undefined
  readonly pending: boolean
  /** The code that the price has. */
  readonly applied: string | undefined
  readonly price: PricedCart<CartLine>
  readonly type: (text: string) => void
  /** Asks about what is typed; whether it can be used. */
  readonly apply: () => Promise<boolean>
  readonly remove: () => void
  /** Takes the code off, with the reason; what was typed stays. */
  readonly refuse: (problem: string) => void
}

/**
 * Keeps the code of a checkout. One that a link brought along, or that was kept, is applied by itself.
 * The server decides again when the order is placed.
 */
export function useDiscount(lines: readonly CartLine[], check: CheckCode): CheckoutCode {
  const [state, setState] = useState<CodeState>(() => ({ typed: readKeptCode() ?? '' }))
  const [pending, setPending] = useState(false)
  const shown = useRef(lines)
  useEffect(() => {
    shown.current = lines
  }, [lines])

  const ask = useCallback(
    async (typed: string): Promise<boolean> => {
      const code = typedCode(typed)
      if (!CODE_FORM.test(code)) {
        setState({ typed, problem: DISCOUNT_MESSAGES.form })
        return false
      }
      setPending(true)
      const wanted = shown.current.map(({ id, color, size, quantity }) => {
        return { id, color, size, quantity }
      })
      const input = { code, lines: wanted, replaces: checkoutKeys() }
      const answer = await callAction(check, input).catch(() => undefined)
      setPending(false)
      if (!answer?.ok) {
        if (answer?.code === 'discount' && isLasting(answer.problem)) forgetCode()
        setState({ typed, problem: problemOf(answer) })
        return false
      }
      keepCode(code)
      setState({ typed: code, terms: answer.data })
      return true
    },
    [check],
  )

  // The kept code is asked about once.
  const isAsked = useRef(false)
  useEffect(() => {
    const kept = readKeptCode()
    if (isAsked.current || kept === undefined || lines.length === 0) return
    isAsked.current = true
    void ask(kept)
  }, [ask, lines])

  const { typed, terms } = state
  const misfit = misfitOf(lines, terms)
  const isApplied = terms !== undefined && misfit === undefined
  return {
    typed,
    problem: state.problem ?? misfit,
    pending,
    applied: isApplied ? terms.code : undefined,
    price: priceCart(lines, isApplied ? terms : undefined),
    type: (text) => setState({ typed: text }),
    apply: () => ask(typed),
    remove: () => {
      forgetCode()
      setState({ typed: '' })
    },
    refuse: (problem) => setState((before) => ({ typed: before.typed, problem })),
  }
}
