import { parseArgs } from 'node:util'

import { z } from 'zod'

import { readOrderNumber } from '#lib/order/order-number.ts'
import { isDay, isMonth } from '#lib/owner/month.ts'
import { readCustomer } from '#lib/owner/customer.ts'
import { REVIEW_ENDS } from '#lib/order/events.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

import { hintFor } from './usage.ts'
import { defined } from '#lib/defined.ts'

const number = z
  .string()
  .trim()
  .min(1)
  .transform((text) => readOrderNumber(text) ?? text)
const person = singleLineText(60).min(1).optional()
const reason = singleLineText(300).default('')
const parcel = { carrier: singleLineText(40).default(''), tracking: singleLineText(60).default('') }
const change = { subject: number, who: person }
const amount = z.union([
  z.enum(['rest', 'all']).transform(() => 'rest' as const),
  z.stringFormat('amount', /^[1-9]\d{0,8}$/).transform(Number),
])
const isSet = z.boolean().default(false)
const belowZero = singleLineText(200).optional()

/** Every command of the owner with what it takes; the words of the command line as the tools understand them. */
const commandSchema = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('recount') }),
  z.strictObject({ command: z.literal('ship'), ...change, ...parcel, correct: isSet }),
  z.strictObject({
    command: z.literal('complete'),
    ...change,
    reason: singleLineText(300).optional(),
  }),
  z.strictObject({ command: z.literal('cancel'), ...change, reason }),
  z.strictObject({
    command: z.literal('refund'),
    ...change,
    value: amount,
    reason,
    return: z.coerce.number().int().min(1).optional(),
    left: z.coerce.number().int().min(0).optional(),
    'no-restock': isSet,
  }),
  z.strictObject({
    command: z.literal('return'),
    ...change,
    value: z.enum(['accepted', 'refused', 'received', 'exchanged']),
    reason,
    restock: isSet,
    'below-zero': belowZero,
    ...parcel,
  }),
  z.strictObject({ command: z.literal('review') }),
  z.strictObject({
    command: z.literal('resolve'),
    ...change,
    value: z.enum(REVIEW_ENDS),
    reason,
    'below-zero': belowZero,
  }),
  z.strictObject({
    command: z.literal('export'),
    subject: z.string().refine(isMonth),
    out: z.string().min(1).default('.'),
  }),
  z.strictObject({ command: z.literal('sweep') }),
  z.strictObject({ command: z.literal('reconcile'), subject: z.string().refine(isDay) }),
  z.strictObject({
    command: z.literal('customer'),
    subject: z.string().transform(readCustomer).pipe(z.string()),
    export: isSet,
    erase: isSet,
    out: z.string().min(1).default('.'),
    who: person,
  }),
  z.strictObject({
    command: z.literal('date'),
    subject: z.string().trim().min(1),
    value: z.string().refine(isDay),
    reason,
    who: person,
  }),
])

/** A command of the owner. */
export type Command = z.infer<typeof commandSchema>

/** A command, a wish to read how the tools are used, or what is wrong with the words. */
export type ParseResult =
  | { readonly command: Command }
  | { readonly help: true }
  | { readonly problem: string }

const TEXTS = 'carrier tracking reason return left below-zero who out'
const FLAGS = ['correct', 'restock', 'no-restock', 'export', 'erase', 'help']

const OPTIONS = Object.fromEntries([
  ...TEXTS.split(' ').map((name) => [name, { type: 'string' } as const]),
  ...FLAGS.map((name) => [name, { type: 'boolean' } as const]),
])

// node:util names the option in its English message; only that is taken from it.
function unread(error: TypeError): string {
  const [, option = ''] = /'(-[^' ]*)/.exec(error.message) ?? []
  return error.message.startsWith('Unknown option')
    ? `不認得的選項「${option}」。`
    : `選項 ${option} 後面要寫內容；內容以 - 開頭時，請寫成 ${option}=內容。`
}

type Words = Readonly<Record<string, string | boolean | undefined>>

function problemIn(input: Words, error: z.ZodError): string {
  const [issue] = error.issues
  const command = String(input.command)
  if (issue?.code === 'invalid_union' && issue.path[0] === 'command') {
    return `不認得的指令「${command}」。`
  }
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    if (key === 'subject' || key === 'value') return `多出的內容「${String(input[key])}」。`
    return `指令 ${command} 沒有選項 --${key}。`
  }
  const name = String(issue?.path[0] ?? '')
  const written = input[name] === undefined ? '沒有寫' : `您寫的是「${String(input[name])}」`
  return `${hintFor(command, name)}（${written}）。`
}

/** The command in the words of a command line, or what is wrong with them in one sentence. */
export function parseCommand(words: readonly string[]): ParseResult {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: OPTIONS,
      allowPositionals: true,
    })
    const [command, subject, value, ...rest] = positionals
    if (words.includes('--help') || command === undefined) return { help: true }
    if (rest.length > 0) return { problem: `多出的內容「${rest.join(' ')}」。` }
    const input = {
      ...values,
      command,
      ...defined({ subject, value }),
    }
    const parsed = commandSchema.safeParse(input)
    return parsed.success ? { command: parsed.data } : { problem: problemIn(input, parsed.error) }
  } catch (error) {
    if (error instanceof TypeError) return { problem: unread(error) }
    throw error
  }
}
