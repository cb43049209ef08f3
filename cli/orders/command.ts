import { parseArgs } from 'node:util'

import { z } from 'zod'

import { ORDER_STATUSES } from '#lib/order/order.ts'
import { REVIEW_ENDS } from '#lib/payment/review.ts'
import { lineSchema } from '#lib/site/plain-text.ts'
import { isDay, isMonth } from '#lib/owner/month.ts'

const days = (usual: number) => z.coerce.number().int().min(1).max(3650).default(usual)
const person = lineSchema(60).min(1)
const number = z.string().trim().min(1)
const month = z.string().refine(isMonth)

/** Every command of the owner with what it takes; the words of the command line as the tools understand them. */
const commandSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('list'),
    status: z.enum(ORDER_STATUSES).optional(),
    days: days(30),
  }),
  z.object({ command: z.literal('search'), subject: z.string().trim().min(1), days: days(180) }),
  z.object({ command: z.literal('show'), subject: number }),
  z.object({
    command: z.literal('ship'),
    subject: number,
    carrier: lineSchema(40).default(''),
    tracking: lineSchema(60).default(''),
    who: person,
  }),
  z.object({
    command: z.literal('complete'),
    subject: number,
    reason: lineSchema(300).optional(),
    who: person,
  }),
  z.object({
    command: z.literal('cancel'),
    subject: number,
    reason: z.string().max(300).default(''),
    who: person,
  }),
  z.object({ command: z.literal('review') }),
  z.object({
    command: z.literal('resolve'),
    subject: number,
    end: z.enum(REVIEW_ENDS),
    reason: lineSchema(300).default(''),
    who: person,
  }),
  z.object({ command: z.literal('export'), subject: month, out: z.string().optional() }),
  z.object({ command: z.literal('sweep'), subject: z.undefined() }),
  z.object({ command: z.literal('reconcile'), subject: z.string().refine(isDay) }),
])

/** A command of the owner. */
export type Command = z.infer<typeof commandSchema>

const text = { type: 'string' } as const
const OPTIONS = {
  status: text,
  days: text,
  carrier: text,
  tracking: text,
  reason: text,
  who: text,
  out: text,
}

/** The command in the words of a command line, done by `who` unless they say otherwise; nothing when they make none. */
export function parseCommand(words: readonly string[], who: string): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: OPTIONS,
      allowPositionals: true,
    })
    const [command, subject, end, ...rest] = positionals
    if (rest.length > 0 || (end !== undefined && command !== 'resolve')) return undefined
    const given = { who, ...values }
    return commandSchema.safeParse({ ...given, command, subject, end }).data
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
