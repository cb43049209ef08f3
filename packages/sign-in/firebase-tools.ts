import { createRequire, registerHooks } from 'node:module'

import { z } from 'zod'

// The emulator imports three modules of its command line, which load 80 packages. They resolve to
// surroundings.ts.
const SURROUNDINGS = new Set(['../emulatorLogger', '../registry', 'exegesis/lib/errors'])
const EMULATOR = '/firebase-tools/lib/emulator/auth/'

registerHooks({
  resolve: (specifier, context, next) =>
    SURROUNDINGS.has(specifier) && context.parentURL?.includes(EMULATOR)
      ? { url: new URL('./surroundings.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})

const isFunction = (value: unknown) => typeof value === 'function'

/** A call of the Auth API: the project's state, the body, the caller and the parameters. */
export type Operation = (state: object, body: object, context: object) => unknown

/** The parts of Express's answer that the emulator's pages use. */
export type PageAnswer = {
  readonly status: (code: number) => PageAnswer
  readonly set: (name: string, value: string) => void
  readonly json: (body: object) => void
  readonly end: (text: string) => void
  readonly redirect: (code: number, to: string) => void
}
type Page = (request: { readonly query: object }, answer: PageAnswer) => void
type Pages = { readonly get: (path: string, page: Page) => void }
type RegisterHandlers = (pages: Pages, stateOf: () => object) => void

type ApiErrorClass = new (message: string) => Error & { readonly code: number }

const operationsModule = z.object({ authOperations: z.record(z.string(), z.unknown()) })
const stateModule = z.object({
  AgentProjectState: z.custom<new (project: string) => object>(isFunction),
})
const handlersModule = z.object({ registerHandlers: z.custom<RegisterHandlers>(isFunction) })
const errorsModule = z.object({
  ApiError: z.custom<ApiErrorClass>(isFunction),
  InvalidArgumentError: z.custom<ApiErrorClass>(isFunction),
  BadRequestError: z.custom<ApiErrorClass>(isFunction),
  PermissionDeniedError: z.custom<ApiErrorClass>(isFunction),
  UnauthenticatedError: z.custom<ApiErrorClass>(isFunction),
  NotFoundError: z.custom<ApiErrorClass>(isFunction),
  NotImplementedError: z.custom<ApiErrorClass>(isFunction),
  UnknownError:
    z.custom<new (message: string, reason: string) => Error & { code: number }>(isFunction),
})

const contentSchema = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
})
const callSchema = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.union([contentSchema, z.object({ $ref: z.string() })]).optional(),
})
const pathSchema = z.object({
  servers: z.array(z.object({ url: z.string() })).optional(),
  get: callSchema.optional(),
  post: callSchema.optional(),
  patch: callSchema.optional(),
  delete: callSchema.optional(),
})
const specModule = z.object({
  default: z.object({
    servers: z.array(z.object({ url: z.string() })),
    paths: z.record(z.string(), pathSchema),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      requestBodies: z.record(z.string(), contentSchema),
    }),
  }),
})

/** One call as Google's API description has it. */
export type Call = z.infer<typeof callSchema>

const require = createRequire(import.meta.url)

/** Google's description of the Auth API. */
export const apiDescription = specModule.parse(
  require('firebase-tools/lib/emulator/auth/apiSpec'),
).default
export const { authOperations } = operationsModule.parse(
  require('firebase-tools/lib/emulator/auth/operations'),
)
export const { AgentProjectState } = stateModule.parse(
  require('firebase-tools/lib/emulator/auth/state'),
)
export const { registerHandlers } = handlersModule.parse(
  require('firebase-tools/lib/emulator/auth/handlers'),
)
export const authErrors = errorsModule.parse(require('firebase-tools/lib/emulator/auth/errors'))
