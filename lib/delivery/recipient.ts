import { fail, type Failure } from '#lib/result.ts'
import { isEmail, isVisible } from '#lib/text/plain-text.ts'

/** The chains of convenience stores that keep a parcel, and how many digits their stores' numbers have. */
export const STORE_CHAINS = {
  '7-11': { digits: [6], search: 'https://emap.pcsc.com.tw/' },
  全家: { digits: [5, 6], search: 'https://www.family.com.tw/Marketing/zh/Map' },
} as const
export type StoreChain = keyof typeof STORE_CHAINS

/** A convenience store: chain, number and optional name. */
export type Store = { readonly chain: StoreChain; readonly number: string; readonly name: string }

/** The chain of a store whose text names none. */
const USUAL_CHAIN = '7-11'

const CHAINS = Object.keys(STORE_CHAINS)
const isChain = (text: string): text is StoreChain => CHAINS.includes(text)

const WRITTEN = new RegExp(String.raw`^(?:(${CHAINS.join('|')})(?: |$))?(?:(\d+)(?: |$))?(.*)$`)

/** Reads a store from an order's text, such as 7-11 123456 重慶門市; the rest after chain and number is the name. */
export function storeFrom(text: string): Store {
  const [, chain = '', number = '', name = ''] = WRITTEN.exec(text) ?? []
  return { chain: isChain(chain) ? chain : USUAL_CHAIN, number, name }
}

/** The one text of a store; empty while nothing but the chain is known. */
export function storeText({ chain, number, name }: Store): string {
  const rest = [number, name].filter(Boolean).join(' ')
  return rest === '' && chain === USUAL_CHAIN ? '' : [chain, rest].filter(Boolean).join(' ')
}

/** Whether a text names a chain and one of its stores: by a number of as many digits as it has, or by a name. */
export function isStore(text: string): boolean {
  const { chain, number, name } = storeFrom(text)
  const digits: readonly number[] = STORE_CHAINS[chain].digits
  const isNamed = number === '' && isVisible(name)
  return text.startsWith(chain) && (isNamed || digits.includes(number.length))
}

/** Shipping methods. */
export const SHIPPING_METHODS = ['home', 'store'] as const
export type ShippingMethod = (typeof SHIPPING_METHODS)[number]

/** Labels of the shipping methods. */
export const SHIPPING_LABELS = { home: '宅配到府', store: '超商取貨' } as const

/** An empty recipient, for a form that starts from nothing. */
export const EMPTY_RECIPIENT = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  zipcode: '',
  city: '',
  area: '',
  address: '',
  store: '',
  pickupName: '',
  note: '',
}

export type RecipientField = keyof typeof EMPTY_RECIPIENT

/** Label of the note where the order is a gift: it is to the recipient, and lies with the goods. */
export const GIFT_NOTE = '給收禮人的話'

/** The fields of a recipient as they are typed; any may be empty while typing. */
export type Recipient = Readonly<Record<RecipientField, string>>

/** Where an order goes: to a door, or to a store of a chain. */
export const DELIVERIES = ['home', '7-11', '全家'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** Where an order goes. */
export function deliveryOf({
  shippingMethod,
  recipient,
}: {
  readonly shippingMethod: ShippingMethod
  readonly recipient: Pick<Recipient, 'store'>
}): Delivery {
  return shippingMethod === 'home' ? 'home' : storeFrom(recipient.store).chain
}

/** Labels of the fields, in the form and in an order's history. */
export const RECIPIENT_LABELS: Readonly<Record<RecipientField, string>> = {
  lastName: '姓氏',
  firstName: '名字',
  phone: '手機',
  email: 'Email',
  zipcode: '郵遞區號',
  city: '縣市',
  area: '鄉鎮市區',
  address: '地址',
  store: '門市店號',
  pickupName: '取件姓名',
  note: '備註',
}

/**
 * Problems of a field; `unfit` is valid but not accepted by the store's chain.
 */
export type FieldProblem = 'missing' | 'malformed' | 'no-mobile' | 'unfit'

/** The fields that are wrong, each with what is wrong. */
export type RecipientProblems = Partial<Record<RecipientField, FieldProblem>>

const PERSON = ['lastName', 'firstName', 'phone', 'email'] as const
const ADDRESS = { home: ['zipcode', 'city', 'area', 'address'], store: ['store'] } as const

/** The fields that a shipping method asks for, in the order of the form. */
export function requiredFields(method: ShippingMethod): readonly RecipientField[] {
  return [...PERSON, ...ADDRESS[method]]
}

const PHONE = /^(?=(?:\D*\d){8})[+()\d\s#-]+$/
// The code that opens a parcel in a store comes as a text message.
const MOBILE = /^(?:0|\+8860?)9\d{8}$/
const ZIPCODE = /^\d{3}(\d{2,3})?$/

const FORMS: Partial<Record<RecipientField, (value: string) => boolean>> = {
  email: isEmail,
  phone: (value) => PHONE.test(value),
  zipcode: (value) => ZIPCODE.test(value),
  store: isStore,
}

/** Returns the missing or malformed fields for this shipping method; empty when it can be shipped. */
export function recipientProblems(recipient: Recipient, method: ShippingMethod): RecipientProblems {
  const problems: RecipientProblems = {}
  for (const name of requiredFields(method)) {
    const value = recipient[name]
    if (!isVisible(value)) problems[name] = 'missing'
    else if (FORMS[name]?.(value) === false) problems[name] = 'malformed'
  }
  const hasMobile = MOBILE.test(recipient.phone.replaceAll(/[\s()-]/g, ''))
  if (method === 'store' && problems.phone === undefined && !hasMobile) problems.phone = 'no-mobile'
  return problems
}

/** The labels of the fields that a set of problems is about, in one line. */
export function problemLabels(problems: RecipientProblems): string {
  const labels = Object.entries(RECIPIENT_LABELS).filter(([name]) => Object.hasOwn(problems, name))
  return labels.map(([, label]) => label).join('、')
}

/** The refusal of a recipient to whom nothing can be sent so, with the fields' labels, or undefined for a complete one. */
export function incompleteRecipient(
  recipient: Recipient,
  method: ShippingMethod,
): Failure<'recipient-incomplete'> | undefined {
  const detail = problemLabels(recipientProblems(recipient, method))
  return detail === '' ? undefined : { ...fail('recipient-incomplete'), detail }
}

/** Which of the two sentences about a recipient a set of problems calls for. */
export function problemKind(problems: RecipientProblems): 'person' | 'address' | undefined {
  if (PERSON.some((name) => problems[name]) || problems.pickupName) return 'person'
  return Object.keys(problems).length > 0 ? 'address' : undefined
}

const LATIN = /^[\p{Script=Latin}\p{M}\s.'-]+$/u

/** A recipient's name as one reads it: 王小明, but Smith John with a space between. */
export function fullName({ lastName, firstName }: Pick<Recipient, 'lastName' | 'firstName'>) {
  const isLatin = LATIN.test(lastName) && LATIN.test(firstName)
  return isLatin ? `${lastName.trim()} ${firstName.trim()}` : lastName + firstName
}
