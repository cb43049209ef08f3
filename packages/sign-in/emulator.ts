import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import {
  AgentProjectState,
  authErrors,
  type PageAnswer,
  registerHandlers,
} from './firebase-tools.ts'
import { requestBody } from './request-body.ts'
import { findCall, type ServedCall } from './served-calls.ts'

type Page = Parameters<Parameters<typeof registerHandlers>[0]['get']>[1]

function sendJson(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body, null, 2))
}

// The browser's SDK calls from the shop's own address, which is another origin.
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers')
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-allow-methods', 'GET,POST,PATCH,DELETE')
  const request = headers['access-control-request-headers']
  if (request) response.setHeader('access-control-allow-headers', request)
  if (headers['access-control-request-private-network']) {
    response.setHeader('access-control-allow-private-network', 'true')
  }
}

function pageAnswer(response: ServerResponse): PageAnswer {
  const answer: PageAnswer = {
    status: (code) => {
      response.statusCode = code
      return answer
    },
    set: (name, value) => void response.setHeader(name, value),
    json: (body) => sendJson(response, response.statusCode, body),
    end: (html) => void response.end(html),
    redirect: (code, to) => void response.writeHead(code, { location: to }).end(),
  }
  return answer
}

/** Which of the three ways to authenticate the request used; throws for a token that is none. */
function credentials({ headers }: IncomingMessage, query: URLSearchParams): ReadonlySet<string> {
  const used = new Set<string>()
  const token = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined && token.toLowerCase() !== 'owner') {
    throw new authErrors.UnauthenticatedError('Request had invalid authentication credentials.')
  }
  if (token !== undefined) used.add('Oauth2')
  if (query.get('key')) used.add('apiKeyQuery')
  if (headers['x-goog-api-key']) used.add('apiKeyHeader')
  return used
}

/** The way that counts of those that the call allows; throws when none of them was used. */
function grant({ security }: ServedCall, used: ReadonlySet<string>): object {
  const allowed = security.flatMap((way) => Object.keys(way))
  const way = allowed.find((name) => used.has(name))
  if (way !== undefined) return { [way]: { type: 'success' } }
  if (allowed.length === 0) return {}
  throw allowed.includes('apiKeyQuery')
    ? new authErrors.PermissionDeniedError('The request is missing a valid API key.')
    : new authErrors.UnauthenticatedError('Request is missing required authentication credential.')
}

function assertMayName(project: unknown, call: ServedCall, security: object): void {
  const isForOwners = call.security.some((way) => 'Oauth2' in way)
  if (project === undefined || !isForOwners || 'Oauth2' in security) return
  throw new authErrors.BadRequestError(
    'INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.',
  )
}

/** The request handler of firebase-tools' Auth emulator, in this process, for one project. */
export function authEmulator(only: string): RequestListener {
  const state = new AgentProjectState(only)
  const pages = new Map<string, Page>()
  registerHandlers({ get: (path, page) => void pages.set(path, page) }, () => state)

  const call = async (request: IncomingMessage, url: URL): Promise<object> => {
    const found = findCall(request.method ?? 'GET', url.pathname)
    if (!found) throw new authErrors.NotFoundError('Not Found')
    const security = grant(found.call, credentials(request, url.searchParams))
    const type = request.headers['content-type'] ?? ''
    const body = requestBody(found.call, await text(request), type)
    const project: unknown = found.project ?? Reflect.get(body, 'targetProjectId')
    assertMayName(project, found.call, security)
    if (project !== undefined && project !== only) {
      throw new authErrors.BadRequestError(`PROJECT_NOT_FOUND : this serves ${only} alone.`)
    }
    const params = { query: Object.fromEntries(url.searchParams), path: {} }
    const context = { req: request, params, security, user: only }
    return Object(await found.call.operation(state, body, context))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    allowOrigin(request, response)
    const page = request.method === 'GET' ? pages.get(url.pathname) : undefined
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else if (page) page({ query: Object.fromEntries(url.searchParams) }, pageAnswer(response))
    else sendJson(response, 200, await call(request, url))
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const known =
        error instanceof authErrors.ApiError
          ? error
          : new authErrors.UnknownError(String(error), 'unknown')
      if (known.code === 500) console.error(error)
      sendJson(response, known.code, { error: known })
    })
  }
}
