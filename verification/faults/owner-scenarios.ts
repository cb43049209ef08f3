import assert from 'node:assert/strict'

import type { Fault } from '../../e2e/support/paypal-control.ts'
import type { Harness, PlacedShopper } from './harness.ts'

/**
 * An owner's scenario: what they do with an order, paid or not,
 * and how much is given back in the end, in whole TWD.
 */
export type OwnerScenario = {
  readonly name: string
  readonly isPaid: boolean
  readonly back: number
  readonly act: (harness: Harness, order: PlacedShopper, number: string) => Promise<void>
}

const TOTAL = 3080
const PARCEL = ['--carrier', '黑貓宅急便', '--tracking', '901234567890']

async function command({ own }: Harness, words: readonly string[], code = 0): Promise<string> {
  const result = await own.orders(...words)
  assert.equal(result.code, code, `${words.join(' ')}: ${result.text}`)
  return result.text
}

const strike = ({ paypal }: Harness, { id }: PlacedShopper, fault: Fault) =>
  paypal.misbehave({ op: 'refund', ...fault }, id)

async function ship(harness: Harness, number: string): Promise<void> {
  await command(harness, ['ship', number, ...PARCEL])
}

async function deliver(harness: Harness, number: string): Promise<void> {
  await ship(harness, number)
  await command(harness, ['complete', number])
}

async function captureOf({ paypal }: Harness, { id }: PlacedShopper): Promise<string> {
  const [capture] = (await paypal.orders(id)).flatMap(({ captures }) => captures)
  assert.ok(capture, 'nothing was captured')
  return capture.id
}

const REFUNDS: readonly (readonly [words: readonly string[], fault: Fault])[] = [
  [['80', '--reason', '缺件'], { name: 'lose-reply' }],
  [['100', '--reason', '瑕疵'], { name: '503' }],
  [['120', '--reason', '瑕疵'], { name: '500-after-acting' }],
  [['rest', '--reason', '取消'], { name: 'drop' }],
]

const faulty = REFUNDS.map(([words, fault]): OwnerScenario => {
  const [amount = ''] = words
  return {
    name: `refunds ${amount} while PayPal answers with ${fault.name}`,
    isPaid: true,
    back: amount === 'rest' ? TOTAL : Number(amount),
    act: async (harness, order, number) => {
      await strike(harness, order, fault)
      await command(harness, ['refund', number, ...words])
      // The answer was lost, so the command is typed again.
      await command(harness, ['refund', number, ...words])
    },
  }
})

async function dispute(harness: Harness, order: PlacedShopper, outcome: string): Promise<void> {
  const { dispute_id } = await harness.paypal.dispute(await captureOf(harness, order), {
    channel: 'EXTERNAL',
  })
  await harness.paypal.flush(order.id)
  await harness.paypal.resolveDispute(dispute_id, outcome)
  await harness.paypal.flush(order.id)
}

/** Owner's scenarios: ship, correct, complete, cancel, refund, return, dispute. */
export const OWNER_SCENARIOS: readonly OwnerScenario[] = [
  ...faulty,
  ...['a', 'b', 'c', 'd'].map((name): OwnerScenario => ({
    name: `ships ${name}`,
    isPaid: true,
    back: 0,
    act: (harness, _order, number) => ship(harness, number.toLowerCase()),
  })),
  {
    name: 'corrects a tracking number',
    isPaid: true,
    back: 0,
    act: async (harness, order, number) => {
      await ship(harness, number)
      await ship(harness, number)
      const other = ['--carrier', '黑貓宅急便', '--tracking', '902']
      await command(harness, ['ship', number, ...other], 1)
      await command(harness, ['ship', number, ...other, '--correct'])
      const { shipment } = await harness.ledger.order(order.id)
      assert.equal(shipment?.trackingNumber, '902')
    },
  },
  {
    name: 'completes',
    isPaid: true,
    back: 0,
    act: (harness, _order, number) => deliver(harness, number),
  },
  ...['a', 'b'].map((name): OwnerScenario => ({
    name: `cancels ${name}`,
    isPaid: false,
    back: 0,
    act: async (harness, _order, number) => {
      await command(harness, ['cancel', number, '--reason', '會員來信'])
      await command(harness, ['refund', number, 'rest', '--reason', '取消'], 1)
    },
  })),
  {
    name: 'is two owners, who refund all at once',
    isPaid: true,
    back: TOTAL,
    act: async ({ own }, _order, number) => {
      const result = await Promise.all(
        ['林', '王'].map((who) => own.orders('refund', number, 'rest', '--reason', who)),
      )
      const codes = result.map(({ code }) => code)
      assert.deepEqual(new Set(codes), new Set([0, 1]), JSON.stringify(result))
    },
  },
  {
    name: 'refunds a part that PayPal finishes later',
    isPaid: true,
    back: 200,
    act: async (harness, order, number) => {
      await strike(harness, order, { name: 'refund-pending' })
      const result = await command(harness, ['refund', number, '200', '--reason', '瑕疵'])
      assert.match(result, /PayPal 已受理/)
      await command(harness, ['refund', number, '2900', '--reason', '其餘'], 1)
      const [at] = await harness.paypal.orders(order.id)
      await harness.paypal.settleRefund(at?.refunds[0]?.id ?? '', 'COMPLETED')
    },
  },
  {
    name: 'refunds a part once the account has the money',
    isPaid: true,
    back: 300,
    act: async (harness, order, number) => {
      const issue = 'REFUND_FAILED_INSUFFICIENT_FUNDS'
      await strike(harness, order, { name: 'issue', issue })
      const words = ['refund', number, '300', '--reason', '瑕疵']
      assert.match(await command(harness, words, 1), /餘額不足/)
      await command(harness, words)
    },
  },
  {
    name: 'refunds a part, then the rest',
    isPaid: true,
    back: TOTAL,
    act: async (harness, _order, number) => {
      await command(harness, ['refund', number, '1000', '--reason', '缺件'])
      await command(harness, ['refund', number, '2081', '--reason', '太多'], 1)
      await command(harness, ['refund', number, 'rest', '--reason', '其餘'])
      await command(harness, ['ship', number, ...PARCEL], 1)
    },
  },
  {
    name: 'takes a shirt back',
    isPaid: true,
    back: 1540,
    act: async (harness, { shopper, id }, number) => {
      await deliver(harness, number)
      const result = await shopper.requestReturn(id)
      assert.equal(result?.ok, true, JSON.stringify(result))
      await command(harness, ['return', number, 'accepted'])
      await command(harness, ['return', number, 'received', '--restock'])
      await command(harness, ['refund', number, '1540', '--reason', '退貨'])
    },
  },
  {
    name: 'loses a dispute',
    isPaid: true,
    back: TOTAL,
    act: async (harness, order, number) => {
      await dispute(harness, order, 'RESOLVED_BUYER_FAVOUR')
      await command(harness, ['refund', number, 'rest', '--reason', '爭議'], 1)
    },
  },
  {
    name: 'wins a dispute',
    isPaid: true,
    back: 0,
    act: async (harness, order, number) => {
      await dispute(harness, order, 'RESOLVED_SELLER_FAVOUR')
      await ship(harness, number)
    },
  },
  {
    name: 'refunds at PayPal',
    isPaid: true,
    back: 500,
    act: async (harness, order) => {
      await harness.paypal.refund(await captureOf(harness, order), '500')
    },
  },
]
