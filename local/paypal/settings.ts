import { parseArgs } from 'node:util'
import { z } from 'zod'

const wholeNumber = z.coerce.number().int().nonnegative()

const settingsSchema = z.object({
  port: wholeNumber.max(65_535).default(0),
  data: z.string().min(1),
  'webhook-url': z.url({ protocol: /^https?$/ }).optional(),
  'webhook-id': z.string().min(1).max(50).default('WH-LOCAL-0123456789ABCDEFG'),
  'webhook-delay-ms': wholeNumber.max(60_000).default(150),
  'client-id': z.string().min(1).default('demo-client'),
  'client-secret': z.string().min(1).default('demo-secret'),
  'invoice-guard': z.enum(['on', 'off']).default('on'),
})

/** What the command line decides. README.md says what each flag means. */
export type Settings = z.infer<typeof settingsSchema>

/** Reads the command line; throws with the name of a wrong flag in the message. */
export function readSettings(args: string[]): Settings {
  const names = Object.keys(settingsSchema.shape)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const read = settingsSchema.safeParse(parseArgs({ args, options }).values)
  if (read.success) return read.data
  throw new Error(`Wrong flags for the PayPal stand-in:\n${z.prettifyError(read.error)}`)
}
