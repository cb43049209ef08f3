import { REVIEW_ENDS } from '#lib/order/event-causes.ts'

import { FIRST } from './checkout.ts'
import { OWNER_PROGRAMS } from './owner-programs.ts'
import { numberOf } from './provider.ts'
import { countMoves } from './shopper-moves.ts'
import type { Move, State } from './state.ts'

const NUMBER = numberOf(FIRST)

/** The owners' possible moves. */
export function ownerRequests(state: State): readonly Move[] {
  const { refund, ship, book, cancel, end } = OWNER_PROGRAMS
  return [
    ...countMoves(state, 'giveBack', 'the owner gives back a part', {
      name: 'refund a part',
      run: () => refund(NUMBER, 80, 'press-1'),
    }),
    ...countMoves(state, 'giveBack', 'another owner gives back the rest', {
      name: 'refund the rest',
      run: () => refund(NUMBER, 'rest', 'press-2'),
    }),
    ...countMoves(state, 'ship', 'the owner ships', { name: 'ship', run: () => ship(NUMBER) }),
    ...countMoves(state, 'book', 'an owner books the parcel', {
      name: 'book',
      run: () => book(NUMBER),
    }),
    ...countMoves(state, 'ownerCancel', 'the owner cancels', {
      name: 'owner cancel',
      run: () => cancel(NUMBER),
    }),
    ...REVIEW_ENDS.flatMap((as) =>
      state.world.orders[FIRST]?.payment?.review
        ? countMoves(state, 'end', `the owner ends the review as ${as}`, {
            name: `end as ${as}`,
            run: () => end(NUMBER, as),
          })
        : [],
    ),
  ]
}
