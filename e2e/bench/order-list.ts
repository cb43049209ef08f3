import { measureOrderList } from '../order-reads.ts'
import { atMost, figure, median, type Row } from './row.ts'

const TRIES = 15

/** How long a member waits for the order list, in milliseconds. */
const WAIT = 300

/** How long the order list takes with 5 and with 500 orders, and beside it the reads that Firestore bills. */
export async function orderList(): Promise<Row[]> {
  return (await measureOrderList(TRIES)).map(({ orders, subject, reads, times }) =>
    atMost(`${orders} orders, ${subject}: ${reads} reads`, median(times), WAIT, {
      show: (value) => figure(value, 'ms'),
    }),
  )
}
