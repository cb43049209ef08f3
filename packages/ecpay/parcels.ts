import { randomInt } from 'node:crypto'

import { clock, type Ecpay, stateOf, taipei } from './context.ts'
import type { Parcel } from './records.ts'
import type { Form } from './signing.ts'
import { findStore } from './stores.ts'

/** A call that ECPay refuses: the text after `0|`. */
export class FormRefusal extends Error {}

// Parcels of a chain that are sold, not fetched, and sent on because the store closed (official history).
const SCRIPTS = {
  UNIMARTC2C: {
    sold: '300 2068 2030 2073 2067',
    unclaimed: '300 2068 2030 2073 2074 2076 2072 2070',
    closed: '300 2068 2104 2105 2030 2073 2067',
    'mis-scanned': '300 2068 2030 2073 2067 2053 2072 2070',
  },
  FAMIC2C: {
    sold: '300 3032 3024 3018 3022',
    unclaimed: '300 3032 3024 3018 3020 3019 3023',
    closed: '300 3032 7011 2105 3024 3018 3022',
    'mis-scanned': '300 3032 3024 3018 3020 3019 3021 7035',
  },
  TCAT: {
    sold: '300 310 3001 3006 3003',
    unclaimed: '300 310 3001 3006 3002 3117 5004 5008',
    closed: '300 310 3001 3006 3008 3003',
    'mis-scanned': '300 310 3001 3006 3003 3016 3006 3003',
  },
} as const
export const scriptNames = ['sold', 'unclaimed', 'closed', 'mis-scanned'] as const

/** The codes of a parcel's life, in their order. */
export function codesOf({ subType, script }: Parcel): readonly string[] {
  const name = scriptNames.find((scriptName) => scriptName === script) ?? 'sold'
  return SCRIPTS[subType][name].split(' ')
}

/** Every id by which a fault or a test may name a parcel; the last is the shop's number without the L and its count. */
export function refsOfParcel({ id, number }: Pick<Parcel, 'id' | 'number'>): string[] {
  return [id, number, number.replace(/L\d+$/, '')]
}

/** The newest parcel of a name. */
export function findParcel({ store }: Ecpay, ref: string): Parcel | undefined {
  return store.parcels.list().findLast((one) => refsOfParcel(one).includes(ref))
}

const mobile = /^09\d{8}$/
const forbidden = /[\^'`!@#%&*+\\"<>|_[\]]/

function nameWidth(name: string): number {
  return Array.from(name).reduce((sum, sign) => sum + (sign <= '\u007F' ? 1 : 2), 0)
}

function isName(name: string): boolean {
  return /^\p{L}+$/u.test(name) && nameWidth(name) >= 4 && nameWidth(name) <= 10
}

const isAmount = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 20_000
const isGoods = (text: string) =>
  text !== '' && !forbidden.test(text) && Buffer.byteLength(text) <= 50

type Rule = readonly [field: string, fits: (value: string) => boolean, refusal: string]

// The texts that were seen of ECPay's; the shop decides by the mark and shows them.
const rules: readonly Rule[] = [
  [
    'MerchantTradeNo',
    (value) => /^[0-9A-Za-z]{1,20}$/.test(value),
    '10500002 廠商交易編號格式錯誤',
  ],
  [
    'MerchantTradeDate',
    (value) => /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(value),
    '10500003 廠商交易時間格式錯誤',
  ],
  ['LogisticsType', (value) => value === 'CVS' || value === 'HOME', '10500004 物流類型錯誤'],
  ['LogisticsSubType', (value) => value in SCRIPTS, '10500005 物流子類型錯誤'],
  ['GoodsAmount', isAmount, '10500040 商品金額範圍為1~20000元'],
  ['GoodsName', isGoods, '10500038 商品名稱錯誤'],
  ['SenderName', isName, '10500035 寄件人姓名錯誤'],
  ['ReceiverName', isName, '10500036 收件人姓名錯誤'],
  ['SenderCellPhone', (value) => mobile.test(value), '10500047 寄件人手機錯誤'],
  ['ServerReplyURL', (value) => URL.canParse(value), '10500006 ServerReplyURL錯誤'],
  ['IsCollection', (value) => ['', 'Y', 'N'].includes(value), '10500008 代收設定錯誤'],
]
const rulesOfStores: readonly Rule[] = [
  ['LogisticsType', (value) => value === 'CVS', '10500004 物流類型錯誤'],
  ['ReceiverCellPhone', (value) => mobile.test(value), '10500041 收件人手機錯誤'],
]
const isZip = (text: string) => /^\d{3,6}$/.test(text)
const isAddress = (text: string) => text.length >= 6 && text.length <= 60
const rulesBySubType: Readonly<Record<string, readonly Rule[]>> = {
  UNIMARTC2C: [
    ...rulesOfStores,
    ['LogisticsC2CReplyURL', (value) => URL.canParse(value), '10500007 LogisticsC2CReplyURL錯誤'],
  ],
  FAMIC2C: rulesOfStores,
  TCAT: [
    ['LogisticsType', (value) => value === 'HOME', '10500004 物流類型錯誤'],
    ['SenderZipCode', isZip, '10500021 寄件人郵遞區號錯誤'],
    ['SenderAddress', isAddress, '10500022 寄件人地址錯誤'],
    ['ReceiverZipCode', isZip, '10500023 收件人郵遞區號錯誤'],
    ['ReceiverAddress', isAddress, '10500024 收件人地址錯誤'],
    ['Temperature', (value) => value === '0001', '10500025 溫層錯誤'],
    ['Specification', (value) => /^000[1-4]$/.test(value), '10500026 規格錯誤'],
    ['Distance', (value) => /^0[0-2]$/.test(value), '10500027 距離錯誤'],
  ],
}

function requireForm(ecpay: Ecpay, form: Form): void {
  const subType = form['LogisticsSubType'] ?? ''
  const all = [...rules, ...(rulesBySubType[subType] ?? [])]
  const broken = all.find(([field, fits]) => !fits(form[field] ?? ''))
  if (broken) throw new FormRefusal(broken[2])
  if (ecpay.store.parcels.list().some(({ number }) => number === form['MerchantTradeNo'])) {
    throw new FormRefusal('10300028 廠商交易編號重覆')
  }
  if (subType === 'TCAT') {
    if (!form['ReceiverPhone'] && !form['ReceiverCellPhone']) {
      throw new FormRefusal('10500048 收件人電話不可為空')
    }
  } else if (!findStore(ecpay, subType, form['ReceiverStoreID'] ?? '')) {
    throw new FormRefusal('10500045 收件門市不存在')
  }
}

const FEE = 60

function takeFee(ecpay: Ecpay): number {
  const state = stateOf(ecpay)
  if (state.balance < FEE) throw new FormRefusal('10500049 餘額不足')
  ecpay.store.states.put({
    ...state,
    balance: state.balance - FEE,
    nextParcel: state.nextParcel + 1,
  })
  return state.nextParcel
}

const subTypes = ['UNIMARTC2C', 'FAMIC2C', 'TCAT'] as const satisfies readonly Parcel['subType'][]

const serialOf = () => String(randomInt(10_000_000)).padStart(7, '0')
const numbers: Readonly<Record<Parcel['subType'], () => Pick<Parcel, 'paymentNo' | 'validation'>>> =
  {
    UNIMARTC2C: () => ({
      paymentNo: `G${serialOf()}`,
      validation: String(randomInt(1000, 10_000)),
    }),
    FAMIC2C: () => ({ paymentNo: `0${serialOf()}${randomInt(100, 1000)}`, validation: '' }),
    // BookingNote: 黑貓's own twelve digits.
    TCAT: () => ({ paymentNo: `6201${serialOf()}0`, validation: '' }),
  }

/** Makes a parcel of a form; throws FormRefusal for what the chains do not take. */
export function createParcel(ecpay: Ecpay, form: Form): Parcel {
  requireForm(ecpay, form)
  const next = takeFee(ecpay)
  const subType = subTypes.find((one) => one === form['LogisticsSubType']) ?? 'FAMIC2C'
  const at = taipei(clock(ecpay))
  const amount = Number(form['GoodsAmount'])
  return ecpay.store.parcels.put({
    id: String(1_700_000 + next),
    number: form['MerchantTradeNo'] ?? '',
    subType,
    amount,
    collect: form['IsCollection'] === 'Y' ? amount : 0,
    goods: form['GoodsName'] ?? '',
    sender: { name: form['SenderName'] ?? '', mobile: form['SenderCellPhone'] ?? '' },
    receiver: {
      name: form['ReceiverName'] ?? '',
      mobile: form['ReceiverCellPhone'] ?? form['ReceiverPhone'] ?? '',
    },
    store: form['ReceiverStoreID'] ?? form['ReceiverAddress'] ?? '',
    ...numbers[subType](),
    createdAt: at,
    replyTo: form['ServerReplyURL'] ?? '',
    storeReplyTo: form['LogisticsC2CReplyURL'] ?? '',
    script: 'sold',
    events: [{ code: '300', at }],
  })
}

/** Adds what happened next to a parcel, by the stand-in's clock. */
export function addEvent(ecpay: Ecpay, parcel: Parcel, code: string): Parcel {
  const event = { code, at: taipei(clock(ecpay)) }
  return ecpay.store.parcels.put({ ...parcel, events: [...parcel.events, event] })
}

/** The next step of a parcel's life; the same parcel when it is at its end. */
export function step(ecpay: Ecpay, parcel: Parcel): Parcel {
  const { code: last } = parcel.events.at(-1) ?? { code: '' }
  const codes = codesOf(parcel)
  const next = codes[codes.lastIndexOf(last) + 1]
  return next === undefined ? parcel : addEvent(ecpay, parcel, next)
}
