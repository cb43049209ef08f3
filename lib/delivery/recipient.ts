import { z } from 'zod'
import { isVisible, lineSchema, linesSchema, EMAIL } from '../site/plain-text.ts'
import { isStore } from './store.ts'

/** How an order reaches its recipient (rule 36). */
export const shippingMethodSchema = z.enum(['home', 'store'])
export type ShippingMethod = z.infer<typeof shippingMethodSchema>

const field = (max: number) => lineSchema(max).default('')

/** The fields of a recipient as they are typed; any may be empty while typing (rule 36). */
export const recipientSchema = z.object({
  firstName: field(60),
  lastName: field(60),
  phone: field(30),
  email: field(254),
  zipcode: field(10),
  city: field(20),
  area: field(20),
  address: field(200),
  store: field(100),
  note: linesSchema(500).default(''),
})
export type Recipient = Readonly<z.infer<typeof recipientSchema>>

/** A field of the recipient form. */
export type RecipientField = keyof Recipient

/** An empty recipient, for a form that starts from nothing. */
export const EMPTY_RECIPIENT: Recipient = recipientSchema.parse({})

/** What can be wrong with a field. */
export type FieldProblem = 'missing' | 'malformed'

/** The fields that are wrong, each with what is wrong. */
export type RecipientProblems = Partial<Record<RecipientField, FieldProblem>>

const PERSON = ['lastName', 'firstName', 'phone', 'email'] as const
const ADDRESS = { home: ['city', 'area', 'zipcode', 'address'], store: ['store'] } as const

/** The fields that a shipping method asks for, in the order of the form (rule 36). */
export function requiredFields(method: ShippingMethod): readonly RecipientField[] {
  return [...PERSON, ...ADDRESS[method]]
}

const PHONE = /^(?=(?:\D*\d){8})[+()\d\s#-]+$/
const ZIPCODE = /^\d{3}(\d{2,3})?$/

const FORMS: Partial<Record<RecipientField, (value: string) => boolean>> = {
  email: (value) => EMAIL.test(value),
  phone: (value) => PHONE.test(value),
  zipcode: (value) => ZIPCODE.test(value),
  store: isStore,
}

/** What is missing or malformed in a recipient for this way of shipping; nothing when it can be shipped. */
export function recipientProblems(recipient: Recipient, method: ShippingMethod): RecipientProblems {
  const problems: RecipientProblems = {}
  for (const name of requiredFields(method)) {
    const value = recipient[name]
    if (!isVisible(value)) problems[name] = 'missing'
    else if (FORMS[name]?.(value) === false) problems[name] = 'malformed'
  }
  return problems
}

/** Which of the two sentences about a recipient a set of problems calls for (rule 36). */
export function problemKind(problems: RecipientProblems): 'person' | 'address' | undefined {
  if (PERSON.some((name) => problems[name])) return 'person'
  return Object.keys(problems).length > 0 ? 'address' : undefined
}
