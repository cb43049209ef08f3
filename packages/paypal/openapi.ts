import { readFileSync } from 'node:fs'

import { Ajv, type ErrorObject } from 'ajv'
import { z } from 'zod'

/** PayPal's published descriptions, by the beginning of the addresses that they describe. */
const files = {
  '/v2/checkout/': 'checkout_orders_v2.json',
  '/v2/payments/': 'payments_payment_v2.json',
} as const

export type Area = keyof typeof files

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.unknown()),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

function read(area: Area): z.infer<typeof documentSchema> {
  const file = new URL(`openapi/${files[area]}`, import.meta.url)
  return documentSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

const documents = { '/v2/checkout/': read('/v2/checkout/'), '/v2/payments/': read('/v2/payments/') }

// PayPal's pattern for e-mail addresses is not anchored: it takes any text that has one in it.
const email = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  unicodeRegExp: false,
  formats: {
    uri: (text: string) => URL.canParse(text),
    email,
    // The limit of 127 holds for ASCII. Other scripts get fewer characters, so the bytes are counted.
    short: (text: string) => Buffer.byteLength(text) <= 127,
  },
  // PayPal's other formats add nothing to the pattern beside them.
  logger: false,
})
for (const [area, document] of Object.entries(documents)) ajv.addSchema(document, area)

/** The errors of a value against a schema: one of PayPal's by its address, or another as JSON. */
export function schemaErrors(schema: string | object, value: unknown): readonly ErrorObject[] {
  const validate = typeof schema === 'string' ? ajv.getSchema(schema) : ajv.compile(schema)
  void validate?.(value)
  return validate?.errors ?? []
}

/** The errors of an answer against PayPal's schema for this call and status; none for other calls. */
export function answerErrors(
  method: string,
  path: string,
  status: number,
  body: unknown,
): readonly ErrorObject[] {
  for (const [area, { paths }] of Object.entries(documents)) {
    const pattern = Object.keys(paths).find((known) =>
      new RegExp(`^${known.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    )
    if (pattern === undefined) continue
    const place = encodeURIComponent(pattern.replaceAll('/', '~1'))
    const responses = `${area}#/paths/${place}/${method.toLowerCase()}/responses/${status}`
    return schemaErrors(`${responses}/content/application~1json/schema`, body)
  }
  return []
}

const issueSchema = z.object({
  properties: z.object({
    issue: z.object({ enum: z.tuple([z.string()]) }),
    description: z.object({ enum: z.tuple([z.string()]) }),
  }),
})

function* issuesIn(schema: unknown): Generator<readonly [issue: string, description: string]> {
  const found = issueSchema.safeParse(schema)
  if (found.success) {
    const { issue, description } = found.data.properties
    yield [issue.enum[0], description.enum[0]]
  } else if (typeof schema === 'object' && schema !== null) {
    for (const inner of Object.values(schema)) yield* issuesIn(inner)
  }
}

// PayPal words some issues differently for each call; those of the call that is served come first.
const issueSources: Record<Area, readonly string[]> = {
  '/v2/checkout/': ['orders.capture-422', '400', '403', '404', '422'],
  '/v2/payments/': ['captures.refund-422', '400', '403', '404', '409', '422'],
}

function issuesOf(area: Area): Map<string, { status: number; description: string }> {
  const issues = new Map<string, { status: number; description: string }>()
  for (const source of issueSources[area])
    for (const [issue, description] of issuesIn(documents[area].components.schemas[source]))
      if (!issues.has(issue)) issues.set(issue, { status: Number(source.slice(-3)), description })
  return issues
}

/** Every issue of PayPal's, with the status it comes with and PayPal's description. */
export const issues = {
  '/v2/checkout/': issuesOf('/v2/checkout/'),
  '/v2/payments/': issuesOf('/v2/payments/'),
}

const errorSchema = z.object({
  properties: z.object({
    name: z.object({ enum: z.array(z.string()).min(1) }),
    message: z.object({ enum: z.array(z.string()).min(1) }),
  }),
})

/** PayPal's name and message for a status. */
export function errorMessageOf(status: number): { name: string; message: string } {
  const schema = documents['/v2/checkout/'].components.schemas[`error_${status}`]
  const found = errorSchema.safeParse(schema)
  if (!found.success)
    return {
      name: 'RATE_LIMIT_REACHED',
      message: 'Too many requests. Blocked due to rate limiting.',
    }
  const { name, message } = found.data.properties
  return { name: name.enum[0] ?? '', message: message.enum[0] ?? '' }
}
