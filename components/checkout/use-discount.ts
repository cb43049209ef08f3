'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

import {
  codeInAddress,
  forgetCode,
  saveCode,
  readSavedCode,
} from '#components/discount/saved-code.ts'
import { callAction, type LostCall, lostCall } from '#components/ui/call-action.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import { CODE_FORM, typedCode } from '#lib/discount/code-form.ts'
import type { CodeProblem } from '#lib/discount/discount.ts'
import type { CodeAnswer, CodeCheckInput } from '#lib/order/check-cart.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { codeMisfit, type CodeTerms, priceCart, type PricedCart } from '#lib/price/price-cart.ts'
import type { ActionFailure } from '#lib/result.ts'
import { checkoutKeys } from './checkout-key.ts'
import { codeSentence, DISCOUNT_MESSAGES } from './messages.ts'

/** The server action that checks a code, passed by the page. */
export type CheckCode = (input: CodeCheckInput) => Promise<CodeAnswer | ActionFailure>

/** The code of a checkout: what is typed, the terms that were found, and why it can't be used. */
type CodeState = {
  readonly typed: string
  readonly terms?: CodeTerms | undefined
  readonly problem?: string | undefined
}

function problemOf(answer: Exclude<Awaited<ReturnType<CheckCode>>, { ok: true }> | LostCall) {
  switch (answer.code) {
    case 'discount':
      return codeSentence(answer.problem)
    case 'too-often':
      return DISCOUNT_MESSAGES.tooOften
    case 'malformed':
      return DISCOUNT_MESSAGES.form
    default:
      return DISCOUNT_MESSAGES.unchecked
  }
}

// No other cart of this member could use such a code, so the next checkout does not ask again.
const LASTING: readonly CodeProblem['why'][] = ['unknown', 'over', 'used-up', 'used-by-you']

/** What is said of a cart that a code does not fit, or no longer fits. */
function misfitOf(
  lines: readonly CartLine[],
  terms: CodeTerms | undefined,
  offers: readonly OfferTerms[],
): string | undefined {
  if (!terms || lines.length === 0) return undefined
  const misfit = codeMisfit(lines, terms, offers)
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

// A link that leads straight to the checkout is read before anything of this page has kept its code.
function broughtCode(): string | undefined {
  return readSavedCode() ?? codeInAddress(window.location.search)
}

/**
 * Keeps the code of a checkout. One that a link brought along, or that was kept, is applied by itself.
 * The server decides again when the order is placed.
 */
export function useDiscount(
  lines: readonly CartLine[],
  offers: readonly OfferTerms[],
  check: CheckCode,
): CheckoutCode {
  const [state, setState] = useState<CodeState>(() => ({ typed: broughtCode() ?? '' }))
  const [pending, setPending] = useState(false)
  const shown = useRef(lines)
  useEffect(() => {
    shown.current = lines
  }, [lines])

  // Counts what is typed: an answer about an earlier code is no answer to it.
  const edits = useRef(0)
  const ask = useCallback(
    async (typed: string): Promise<boolean> => {
      const code = typedCode(typed)
      if (!CODE_FORM.test(code)) {
        setState({ typed, problem: DISCOUNT_MESSAGES.form })
        return false
      }
      setPending(true)
      const begun = edits.current
      const wanted = shown.current.map(({ id, color, size, quantity }) => {
        return { id, color, size, quantity }
      })
      const wish = { code, lines: wanted, replaces: checkoutKeys() }
      const answer = await callAction(check, wish).catch(lostCall)
      setPending(false)
      if (edits.current !== begun) return false
      if (!answer.ok) {
        if (answer.code === 'discount' && LASTING.includes(answer.problem.why)) forgetCode()
        setState({ typed, problem: problemOf(answer) })
        return false
      }
      saveCode(code)
      setState({ typed: code, terms: answer.data })
      return true
    },
    [check],
  )

  // The code that was brought along is asked about once.
  const isAsked = useRef(false)
  useEffect(() => {
    const brought = broughtCode()
    if (isAsked.current || brought === undefined || lines.length === 0) return
    isAsked.current = true
    void ask(brought)
  }, [ask, lines])

  const { typed, terms } = state
  const misfit = misfitOf(lines, terms, offers)
  const isApplied = terms !== undefined && misfit === undefined
  return {
    typed,
    problem: state.problem ?? misfit,
    pending,
    applied: isApplied ? terms.code : undefined,
    price: priceCart(lines, { offers, code: isApplied ? terms : undefined }),
    type: (text) => {
      edits.current += 1
      setState({ typed: text })
    },
    apply: () => ask(typed),
    remove: () => {
      forgetCode()
      setState({ typed: '' })
    },
    refuse: (problem) => setState((before) => ({ typed: before.typed, problem })),
  }
}
