import {
  apiDescription,
  authErrors,
  authOperations,
  type Call,
  type Operation,
} from './firebase-tools.ts'

// The calls that the shop makes. Every other call of Google's API answers 404.
const SERVED = [
  '/v1/accounts:createAuthUri',
  '/v1/accounts:delete',
  '/v1/accounts:lookup',
  '/v1/accounts:resetPassword',
  '/v1/accounts:sendOobCode',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:signUp',
  '/v1/accounts:update',
  '/v1/projects',
  '/v1/projects/{targetProjectId}/accounts',
  '/v1/projects/{targetProjectId}/accounts:batchCreate',
  '/v1/projects/{targetProjectId}/accounts:batchGet',
  '/v1/projects/{targetProjectId}/accounts:delete',
  '/v1/projects/{targetProjectId}/accounts:lookup',
  '/v1/projects/{targetProjectId}/accounts:update',
  '/v1/projects/{targetProjectId}:createSessionCookie',
  '/v1/recaptchaParams',
  '/v1/token',
  '/v2/passwordPolicy',
  '/v2/recaptchaConfig',
  '/emulator/v1/projects/{targetProjectId}/accounts',
  '/emulator/v1/projects/{targetProjectId}/config',
  '/emulator/v1/projects/{targetProjectId}/oobCodes',
]
const METHODS = ['get', 'post', 'patch', 'delete'] as const

/** A call that is served: its description and what the emulator does for it. */
export type ServedCall = Call & { readonly operation: Operation }
type Route = { readonly pattern: RegExp; readonly calls: ReadonlyMap<string, ServedCall> }

function child(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

// The emulator keeps its functions in a tree by operation id; «_» is the function of a branch itself.
function operationOf(id: string): Operation {
  const found = id.split('.').reduce<unknown>(child, authOperations)
  const operation = typeof found === 'function' ? found : child(found, '_')
  return (state, body, context) => {
    if (typeof operation === 'function') return operation(state, body, context)
    throw new authErrors.NotImplementedError(`${id} is not implemented in the Auth Emulator.`)
  }
}

function routeOf(path: string): Route {
  const described = apiDescription.paths[path]
  if (!described) {
    throw new Error(`This firebase-tools has no ${path}; see packages/sign-in/README.md.`)
  }
  const [server] = described.servers ?? apiDescription.servers
  const prefix = server?.url.replace('https:/', '') ?? ''
  const calls = METHODS.flatMap((method) => {
    const call = described[method]
    if (!call) return []
    const entry: [string, ServedCall] = [
      method.toUpperCase(),
      { ...call, operation: operationOf(call.operationId) },
    ]
    return [entry]
  })
  const pattern = `^${prefix}${path}$`.replaceAll('.', String.raw`\.`)
  return {
    pattern: new RegExp(pattern.replace('{targetProjectId}', '(?<project>[^/:]+)')),
    calls: new Map(calls),
  }
}

const ROUTES = SERVED.map(routeOf)

/** The served call at this path, with the project in it, or undefined when there is none. */
export function findCall(
  method: string,
  path: string,
): { call: ServedCall; project: string | undefined } | undefined {
  for (const { pattern, calls } of ROUTES) {
    const match = pattern.exec(path)
    const call = match && calls.get(method)
    if (call) return { call, project: match.groups?.project }
  }
  return undefined
}
