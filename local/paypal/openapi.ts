import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import { detail, type Detail, type Issue } from './errors.ts'

// PayPal's published descriptions, by the beginning of the addresses that they describe.
const documents = {
  '/v2/checkout/': 'checkout_orders_v2.json',
  '/v2/payments/': 'payments_payment_v2.json',
} as const

type Area = keyof typeof documents

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  unicodeRegExp: false,
  formats: { uri: (text: string) => URL.canParse(text) },
  // The other formats say nothing that a pattern beside them does not.
  logger: false,
})

const paths = new Map<string, readonly string[]>()
for (const [area, file] of Object.entries(documents)) {
  const read: unknown = JSON.parse(
    readFileSync(new URL(`openapi/${file}`, import.meta.url), 'utf8'),
  )
  if (typeof read !== 'object' || read === null || !('paths' in read)) throw new Error(file)
  ajv.addSchema(read, area)
  paths.set(area, Object.keys(Object(read.paths)))
}

function errorsOf(ref: string, value: unknown): readonly ErrorObject[] {
  const validate = ajv.getSchema(ref)
  if (validate === undefined) return []
  return validate(value) === true ? [] : (validate.errors ?? [])
}

const issues: Record<string, Issue> = {
  required: 'MISSING_REQUIRED_PARAMETER',
  minLength: 'INVALID_STRING_LENGTH',
  maxLength: 'INVALID_STRING_LENGTH',
  enum: 'INVALID_PARAMETER_VALUE',
  minItems: 'INVALID_ARRAY_MIN_ITEMS',
  maxItems: 'INVALID_ARRAY_MAX_ITEMS',
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((here, name) => Object(here)[name], body)
}

/** What is wrong with a request by PayPal's own schema, in PayPal's terms; `name` is the schema's. */
export function requestDetails(area: Area, name: string, body: unknown): Detail[] {
  return errorsOf(`${area}#/components/schemas/${name}`, body).map((error) => {
    const { keyword, instancePath: at, params } = error
    const issue = issues[keyword] ?? 'INVALID_PARAMETER_SYNTAX'
    if (keyword === 'required') return detail(issue, `${at}/${params['missingProperty']}`)
    const value = valueAt(body, at)
    return Array.isArray(value) ? detail(issue, at) : detail(issue, at, shown(value))
  })
}

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('/', '~1'))
}

/** What of an answer does not agree with PayPal's schema for this call and status; what it does not describe agrees. */
export function answerErrors(
  method: string,
  path: string,
  status: number,
  body: unknown,
): readonly ErrorObject[] {
  for (const [area, known] of paths) {
    const pattern = known.find((one) =>
      new RegExp(`^${one.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
    )
    if (pattern === undefined) continue
    const place = `${area}#/paths/${escaped(pattern)}/${method.toLowerCase()}/responses/${status}`
    return errorsOf(`${place}/content/application~1json/schema`, body)
  }
  return []
}
