import { Ajv, type ValidateFunction } from 'ajv'

import { apiDescription, authErrors, type Call } from './firebase-tools.ts'

// Accepts a number for a text, as Google's servers do.
const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: true })
ajv.addSchema({ $id: 'api', components: { schemas: apiDescription.components.schemas } })

function schemaOf({ requestBody }: Call): string | undefined {
  if (!requestBody) return undefined
  if ('content' in requestBody) return requestBody.content['application/json'].schema.$ref
  const name = requestBody.$ref.split('/').at(-1) ?? ''
  return apiDescription.components.requestBodies[name]?.content['application/json'].schema.$ref
}

// Compiled on first use, since a shop makes few of the calls.
function validator(call: Call): ValidateFunction | undefined {
  const schema = schemaOf(call)
  if (schema === undefined) return undefined
  return ajv.getSchema(`api${schema}`) ?? ajv.compile({ $ref: `api${schema}` })
}

function camelCase(name: string): string {
  return name.replaceAll(/_+([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}

// Google's servers take grant_type for grantType.
function withCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCamelCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camelCase(name), withCamelCase(inner)]),
  )
}

function parseBody(text: string, type: string): unknown {
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new authErrors.InvalidArgumentError(`Invalid JSON payload received. ${reason}`)
  }
}

/** The body of a call, checked against Google's description of it; throws what the service answers when it does not fit. */
export function requestBody(call: Call, text: string, type: string): object {
  const body = withCamelCase(parseBody(text, type))
  const validate = validator(call)
  if (typeof body !== 'object' || body === null || (validate && !validate(body))) {
    const [first] = validate?.errors ?? []
    const reason = first ? `${first.instancePath} ${first.message}` : 'It must be an object.'
    throw new authErrors.InvalidArgumentError(`Invalid JSON payload received. ${reason}`)
  }
  return body
}
