import { parseArgs } from 'node:util'
import { z } from 'zod'

const wholeNumber = z.coerce.number().int().nonnegative()

const onOrOff = z.enum(['on', 'off']).transform((word) => word === 'on')

const settingsSchema = z.object({
  port: wholeNumber.max(65_535),
  data: z.string().min(1),
  webhookUrl: z.url({ protocol: /^https?$/ }).optional(),
  webhookId: z.string().min(1).max(50),
  webhookDelayMs: wholeNumber.max(60_000),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  tokenSeconds: wholeNumber.min(1),
  shopName: z.string().min(1).max(127),
  invoiceGuard: onOrOff,
  refundFees: onOrOff,
})

/** What the command line decides; everything else is decided while running, under /_local. */
export type Settings = z.infer<typeof settingsSchema>

/** The settings of the merchant's account that can be changed while running. */
export type Account = { invoiceGuard: boolean; refundFees: boolean }

/** The account as the command line sets it. */
export function accountOf({ invoiceGuard, refundFees }: Settings): Account {
  return { invoiceGuard, refundFees }
}

/** Reads the flags of `node local/paypal/server.ts`; a wrong one throws with its name in the message. */
export function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      'webhook-url': { type: 'string' },
      'webhook-id': { type: 'string', default: 'WH-LOCAL-0123456789ABCDEFG' },
      'webhook-delay-ms': { type: 'string', default: '150' },
      'client-id': { type: 'string', default: 'demo-client' },
      'client-secret': { type: 'string', default: 'demo-secret' },
      'token-seconds': { type: 'string', default: '32400' },
      'shop-name': { type: 'string', default: 'OURTEE 共衣' },
      'invoice-guard': { type: 'string', default: 'on' },
      'refund-fees': { type: 'string', default: 'off' },
    },
  })
  const read = settingsSchema.safeParse({
    port: values.port,
    data: values.data,
    webhookUrl: values['webhook-url'],
    webhookId: values['webhook-id'],
    webhookDelayMs: values['webhook-delay-ms'],
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    tokenSeconds: values['token-seconds'],
    shopName: values['shop-name'],
    invoiceGuard: values['invoice-guard'],
    refundFees: values['refund-fees'],
  })
  if (read.success) return read.data
  throw new Error(
    `The PayPal stand-in cannot start with these flags:\n${z.prettifyError(read.error)}`,
  )
}
