import { once } from 'node:events'

import {
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedHandleCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'

import { Refusal, notServed, refusal } from './refusal.ts'

const LARGEST = 10 * 1024 * 1024

type AnyCall = Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'once' | 'off' | 'emit'>
type ListenerCall = Pick<ServerDuplexStream<unknown, object>, 'metadata' | 'write' | 'end' | 'emit'>

// A request waits in its bytes until its caller is let in, so that its faults are answered 3 and
// never 8 or 13, which the client would repeat.
type RequestReader<Request> = () => Request

/** The service with requests that are decoded by the handlers below. */
export const deferDecoding = (service: ServiceDefinition): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(service).map(([name, method]) => {
      const requestDeserialize = (bytes: Buffer) => () => {
        if (bytes.length > LARGEST) {
          throw refusal('INVALID_ARGUMENT', `The request is larger than ${LARGEST} bytes.`)
        }
        try {
          return method.requestDeserialize(bytes)
        } catch (error) {
          throw refusal('INVALID_ARGUMENT', `The request can't be read: ${String(error)}`)
        }
      }
      return [name, { ...method, requestDeserialize }]
    }),
  )

// The token that firebase-admin sends to an emulator; all other callers are refused.
function authorize(call: Pick<AnyCall, 'metadata'>): void {
  if (call.metadata.get('authorization')[0] !== 'Bearer owner') {
    throw refusal('PERMISSION_DENIED', 'Only the server of the shop may read and write.')
  }
}

const alreadyPrinted = new Set<string>()

/** Prints once what is not served: some calls of the SDK swallow the answer's message. */
function printNotServed({ code, message }: Refusal): void {
  if (code !== status.UNIMPLEMENTED || alreadyPrinted.has(message)) return
  alreadyPrinted.add(message)
  console.error(`firestore: ${message}`)
}

function toStatus(error: unknown): { code: status; details: string } {
  if (error instanceof Refusal) {
    printNotServed(error)
    return { code: error.code, details: error.message }
  }
  console.error('firestore: a call failed.', error)
  return { code: status.INTERNAL, details: String(error) }
}

/** A signal that fires when the caller goes away before the answer. */
function watch(call: AnyCall) {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  call.once('cancelled', cancel)
  return { signal: controller.signal, done: () => call.off('cancelled', cancel) }
}

type Handle<Request, Answer> = (request: Request, signal: AbortSignal) => Answer

async function answerOnce<Request, Response>(
  call: ServerUnaryCall<RequestReader<Request>, Response>,
  callback: sendUnaryData<Response>,
  handle: Handle<Request, Response | Promise<Response>>,
): Promise<void> {
  const { signal, done } = watch(call)
  try {
    authorize(call)
    const response = await handle(call.request(), signal)
    done()
    callback(null, response)
  } catch (error) {
    done()
    callback(toStatus(error))
  }
}

async function answerMany<Request, Response>(
  call: ServerWritableStream<RequestReader<Request>, Response>,
  handle: Handle<Request, AsyncIterable<Response>>,
): Promise<void> {
  const { signal, done } = watch(call)
  try {
    authorize(call)
    for await (const message of handle(call.request(), signal)) {
      if (!call.write(message)) await once(call, 'drain', { signal })
    }
    done()
    call.end()
  } catch (error) {
    done()
    if (!signal.aborted) call.emit('error', toStatus(error))
  }
}

export const unary =
  <Request, Response>(
    handle: Handle<Request, Response | Promise<Response>>,
  ): handleUnaryCall<RequestReader<Request>, Response> =>
  (call, callback) =>
    void answerOnce(call, callback, handle)

export const streaming =
  <Request, Response>(
    handle: Handle<Request, AsyncIterable<Response>>,
  ): handleServerStreamingCall<RequestReader<Request>, Response> =>
  (call) =>
    void answerMany(call, handle)

/**
 * Ends a listener at once with 12. The SDK repeats a call that failed for ever, and passes on the
 * cause of a target that the server removed.
 */
export function refuseListener(call: ListenerCall): void {
  try {
    authorize(call)
    throw notServed('A listener (onSnapshot)')
  } catch (error) {
    const { code, details } = toStatus(error)
    if (code !== status.UNIMPLEMENTED) {
      call.emit('error', { code, details })
      return
    }
    const cause = { code, message: details }
    call.write({ targetChange: { targetChangeType: 'REMOVE', targetIds: [], cause } })
    call.end()
  }
}

/** Refuses an unknown call of any shape. */
export const refuseCall =
  (name: string): UntypedHandleCall =>
  (call: AnyCall, callback?: sendUnaryData<never>) => {
    try {
      authorize(call)
      throw notServed(name)
    } catch (error) {
      if (callback) callback(toStatus(error))
      else call.emit('error', toStatus(error))
    }
  }
