import { EMPTY_INVOICE } from '#lib/invoice/typed-invoice.ts'
import { REVIEW_ENDS } from '#lib/payment/review-end.ts'
import { FIRST } from './checkout.ts'
import { OWNER_PROGRAMS } from './owner-programs.ts'
import { countMoves } from './shopper-moves.ts'
import type { Move, State } from './state.ts'
import { liveCaptures, TOTAL } from './world.ts'

// An invoice of the owner's own: it undoes nothing at the issuer.
function ownNumbers(state: State): readonly Move[] {
  const { afterHands = 0 } = state.world
  const program = {
    name: 'own number',
    run: () => OWNER_PROGRAMS.ownNumber(FIRST),
  }
  const known = { ...state, world: { ...state.world, afterHands } }
  return countMoves(known, 'ownNumber', 'the owner writes an own number down', program)
}

/** The two buyers to whom owners correct an invoice. */
const BUYERS = [
  { ...EMPTY_INVOICE, kind: 'company', taxId: '04595257', company: '示範股份有限公司' },
  { ...EMPTY_INVOICE, kind: 'carrier', carrier: '/ABC1234' },
] as const

// For whom the invoice is; and a parcel that came back.
function corrections(state: State): readonly Move[] {
  return [
    ...BUYERS.flatMap((invoice) =>
      countMoves(state, 'correct', `an owner corrects the invoice: ${invoice.kind}`, {
        name: `correct to ${invoice.kind}`,
        run: () => OWNER_PROGRAMS.correct(FIRST, invoice),
      }),
    ),
    ...countMoves(state, 'again', 'an owner sends the parcel again', {
      name: 'send again',
      run: () => OWNER_PROGRAMS.sendAgain(FIRST),
    }),
  ]
}

// Other moves of owners: each action on the order, or on the manual one.
function otherRequests(state: State): readonly Move[] {
  const { takeBack, changeItems, createManual, handBack, refundReview } = OWNER_PROGRAMS
  const { startReturn, answerReturn } = OWNER_PROGRAMS
  const manual = Object.values(state.world.orders).find(({ manualSale }) => manualSale)
  return [
    ...countMoves(state, 'takeBack', 'the owner takes the shipping back', {
      name: 'take back',
      run: () => takeBack(FIRST),
    }),
    ...ownNumbers(state),
    ...corrections(state),
    ...countMoves(state, 'items', 'the owner changes the size', {
      name: 'change items',
      run: () => changeItems(FIRST),
    }),
    ...countMoves(state, 'return', 'the owner starts an exchange', {
      name: 'start return',
      run: () => startReturn(FIRST),
    }),
    ...(['received', 'exchanged'] as const).flatMap((answer) =>
      countMoves(state, 'answer', `the owner notes the return as ${answer}`, {
        name: `return ${answer}`,
        run: () => answerReturn(FIRST, answer),
      }),
    ),
    ...countMoves(state, 'manual', 'the owner sends the form of a manual order', {
      name: 'manual order',
      run: createManual,
    }),
    ...(state.world.orders[FIRST]?.payment?.review
      ? countMoves(state, 'refundReview', 'the owner refunds what is under review', {
          name: `refund the review (press ${state.budget.refundReview})`,
          run: () => refundReview(FIRST, 'all', `review-${state.budget.refundReview}`),
        })
      : []),
    ...liveCaptures(state.world, FIRST).flatMap(({ id }) =>
      state.world.orders[FIRST]?.payment?.review
        ? countMoves(state, 'refundOne', `an owner refunds ${id} and keeps the rest`, {
            name: `refund ${id}`,
            run: () => refundReview(FIRST, id, `review-${id}`),
          })
        : [],
    ),
    ...liveCaptures(state.world, FIRST)
      .slice(-1)
      .flatMap(({ id }) =>
        state.world.orders[FIRST]?.payment?.review
          ? countMoves(state, 'undo', `an owner undoes the newest payment, ${id}`, {
              name: `undo ${id} (press ${state.budget.undo})`,
              run: () => refundReview(FIRST, id, `undo-${id}-${state.budget.undo}`),
            })
          : [],
      ),
    ...(manual
      ? [80, TOTAL - 80, TOTAL].flatMap((amount) =>
          countMoves(state, 'handBack', `the owner hands ${amount} back`, {
            name: `hand ${amount} back`,
            run: () => handBack(manual.id, amount),
          }),
        )
      : []),
  ]
}

/** The owners' possible moves. */
export function ownerRequests(state: State): readonly Move[] {
  const { refund, ship, book, cancel, end } = OWNER_PROGRAMS
  return [
    ...countMoves(state, 'giveBack', 'the owner gives back a part', {
      name: 'refund a part',
      run: () => refund(FIRST, 80, 'press-1'),
    }),
    ...countMoves(state, 'giveBack', 'another owner gives back the rest', {
      name: 'refund the rest',
      run: () => refund(FIRST, 'rest', 'press-2'),
    }),
    ...countMoves(state, 'ship', 'the owner ships', { name: 'ship', run: () => ship(FIRST) }),
    ...countMoves(state, 'book', 'an owner books the parcel', {
      name: 'book',
      run: () => book(FIRST),
    }),
    ...countMoves(state, 'ownerCancel', 'the owner cancels', {
      name: 'owner cancel',
      run: () => cancel(FIRST),
    }),
    ...REVIEW_ENDS.flatMap((as) =>
      state.world.orders[FIRST]?.payment?.review
        ? countMoves(state, 'end', `the owner ends the review as ${as}`, {
            name: `end as ${as}`,
            run: () => end(FIRST, as),
          })
        : [],
    ),
    ...otherRequests(state),
  ]
}
