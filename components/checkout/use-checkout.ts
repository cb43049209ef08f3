'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sendAnalyticsEvent } from '#components/analytics/send-analytics-event.ts'
import {
  codeInAddress,
  forgetCode,
  keepCode,
  readKeptCode,
} from '#components/discount/kept-code.ts'
import { callAction, type LostCall, lostCall } from '#components/ui/call-action.ts'
import { loadNeeded } from '#components/ui/load-needed.ts'
import type { CartLine } from '#lib/cart/cart.ts'
import type { CodeProblem } from '#lib/discount/discount.ts'
import type { CodeAnswer, CodeCheckInput } from '#lib/order/check-cart.ts'
import { CODE_FORM, typedCode } from '#lib/price/code-form.ts'
import { codeMisfit, type CodeTerms, priceCart, type PricedCart } from '#lib/price/price-cart.ts'
import type { ActionFailure } from '#lib/result.ts'
import {
  type CheckoutDraft,
  type CheckoutKey,
  checkoutKey,
  checkoutKeys,
  renewCheckoutKey,
} from './checkout-storage.ts'
import { useRouter } from 'next/navigation'
import { useCart } from '#components/cart/cart-provider.tsx'
import { type CheckCart, useCartCheck } from '#components/cart/use-cart-check.ts'
import { typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { invoiceOf, typedInvoice } from '#lib/invoice/typed-invoice.ts'
import { loginPath, PATHS, paymentPath } from '#lib/routes/paths.ts'
import { keepLastMethod, readLastMethod } from '#components/payment/last-method.ts'
import { checkoutRows, chosenRow } from '#components/payment/method-labels.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { setPayNow } from './pay-now.ts'
import { keepPlacedCart } from './placed-cart.ts'
import type { Correction, PlaceOrderAnswer } from './correction.ts'
import { CHECKOUT_MESSAGES, codeSentence, DISCOUNT_MESSAGES } from './messages.ts'
import { type Buyer, useDraft, useFormProblems } from './use-form-problems.ts'
import type { OrderRequestInput } from '#lib/order/order-request.ts'
import type { OfferTerms } from '#lib/price/offers.ts'

/** The server action that checks a code, handed down by the page. */
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
  return readKeptCode() ?? codeInAddress(window.location.search)
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
      keepCode(code)
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

/** The server action that places an order, handed down by the page. */
export type PlaceOrder = (request: OrderRequestInput) => Promise<PlaceOrderAnswer>

function requestOf(
  lines: readonly CartLine[],
  { recipient, method, invoice, isGift }: CheckoutDraft,
  { applied, price }: CheckoutCode,
) {
  return {
    ...(applied === undefined ? {} : { code: applied }),
    lines: lines.map(({ id, color, size, quantity }) => ({ id, color, size, quantity })),
    shownTotal: price.breakdown.total,
    shippingMethod: method,
    recipient: typedRecipient(recipient, method),
    invoice: invoiceOf(typedInvoice(invoice)),
    ...(isGift ? { gift: true as const } : {}),
  }
}

type Refused = Exclude<PlaceOrderAnswer, { readonly ok: true }>

// A failure that the server could tell of has a reference.
const isLost = (refusal: Refused | LostCall): refusal is LostCall =>
  refusal.code === 'network' || (refusal.code === 'unavailable' && !('reference' in refusal))

const lost = (code: LostCall['code']): Correction => ({
  message: CHECKOUT_MESSAGES.failed,
  details: [CHECKOUT_MESSAGES[code]],
})

// The words for a refusal come with it.
async function correctionOf(
  lines: readonly CartLine[],
  refusal: Refused | LostCall,
): Promise<Correction> {
  if (isLost(refusal)) return lost(refusal.code)
  const late = await loadNeeded(() => import('./correction.ts'))
  return late.ok ? late.data.correctedCart(lines, refusal) : lost(late.code)
}

// Asks once about each place that the list does not contain.
function usePlaceDoubt({ recipient, method }: CheckoutDraft) {
  const { city, area, zipcode } = recipient
  const place = JSON.stringify([city, area, zipcode])
  const [doubted, setDoubted] = useState('')
  const [confirmed, setConfirmed] = useState('')
  return {
    isAsked: method === 'home' && doubted === place,
    isConfirmed: confirmed === place,
    ask: () => setDoubted(place),
    confirm: (isRight: boolean) => setConfirmed(isRight ? place : ''),
  }
}

/** The payment method of a checkout: the one chosen last in this browser, as long as the total allows it. */
function usePaymentChoice({ methods, isVerified, inApp }: Buyer, amount: number) {
  const [wanted, setWanted] = useState(readLastMethod)
  const rows = checkoutRows(methods, { amount, isVerified, inApp })
  const choose = (method: PaymentMethod) => {
    setWanted(method)
    keepLastMethod(method)
  }
  return { rows, chosen: chosenRow(rows, wanted), choose }
}

// How long the page retries, and its shortest and longest pause, in milliseconds.
const PATIENCE = 120_000
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 10_000

/** Asks again, the same each time, while too many order at once and the page is open. */
function useTurn() {
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

// Resets the form when the page is restored from the back/forward cache.
function useShownAgain(onShown: () => void) {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onShown()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  })
}

/** The actions of the page, and the offers that ran when it was made. */
export type CheckoutSources = {
  readonly placeOrder: PlaceOrder
  readonly checkCode: CheckCode
  readonly checkCart: CheckCart
  readonly offers: readonly OfferTerms[]
}

/**
 * State of the checkout form and its submission. `onEmptied` receives the reason when no line is
 * left.
 */
export function useCheckout(
  buyer: Buyer,
  { placeOrder, checkCode, checkCart, offers }: CheckoutSources,
  onEmptied: (correction: Correction) => void,
) {
  const cart = useCart()
  const router = useRouter()
  const [draft, keep] = useDraft(buyer)
  const place = usePlaceDoubt(draft)
  const form = useFormProblems(draft, buyer.stores !== 'typed')
  const turn = useTurn()
  const checked = useCartCheck(cart.lines, checkCart, offers)
  const discount = useDiscount(cart.lines, checked.offers, checkCode)
  const payment = usePaymentChoice(buyer, discount.price.breakdown.total)
  const { setCorrection } = form
  const setDraft = (next: CheckoutDraft) => {
    keep(next)
    form.recheck(next)
  }
  const isCheckoutSent = useRef(false)
  useEffect(() => {
    if (isCheckoutSent.current || cart.lines.length === 0) return
    isCheckoutSent.current = true
    sendAnalyticsEvent({ name: 'begin_checkout', items: cart.lines })
  }, [cart.lines])
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  useShownAgain(() => {
    sending.current = false
    setBusy(false)
  })

  async function send(): Promise<'leaving' | undefined> {
    const contents = requestOf(cart.lines, draft, discount)
    const order = { ...contents, placeConfirmed: place.isConfirmed }
    const ask = (key: CheckoutKey) =>
      turn.ask(() => callAction(placeOrder, { ...key, ...order }).catch(lostCall))
    // Proven since, the same contents are another order: one that may be paid by a number.
    const confirmed = [buyer.member, buyer.isVerified, contents]
    const first = await ask(await checkoutKey(confirmed))
    // The earlier confirmation was cancelled, so the same contents are ordered again.
    const isEnded = !first.ok && first.code === 'ended'
    const answer = isEnded ? await ask(await renewCheckoutKey(confirmed)) : first
    if (answer.ok) {
      keepPlacedCart(answer.id, cart.lines)
      setPayNow(answer.id)
      window.location.assign(paymentPath(answer.id, payment.chosen))
      return 'leaving'
    }
    if (answer.code === 'signed-out') {
      setCorrection({ message: CHECKOUT_MESSAGES.signedOut })
      router.push(loginPath(PATHS.checkout))
      return 'leaving'
    }
    if (answer.code === 'place-unlisted') place.ask()
    if (answer.code === 'discount') discount.refuse(codeSentence(answer.problem))
    const found = await correctionOf(cart.lines, answer)
    if (found.offers) checked.setOffers(found.offers)
    setCorrection(found)
    if (found.lines?.length === 0) onEmptied(found)
    if (found.lines) cart.replace(found.lines)
    return undefined
  }

  async function submit(): Promise<void> {
    if (sending.current || !form.check()) return
    sending.current = true
    setBusy(true)
    const outcome = await send()
    sending.current = outcome === 'leaving'
    setBusy(outcome === 'leaving')
  }

  return {
    cart,
    checked,
    draft,
    setDraft,
    discount,
    payment,
    place,
    form,
    busy,
    ahead: turn.ahead,
    submit,
  }
}
