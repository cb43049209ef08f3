import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

import type { ServiceDefinition } from '@grpc/grpc-js'
import { type Options, loadSync } from '@grpc/proto-loader'

import type { CommitResponse, Document } from './messages.ts'

/** google.firestore.v1.Firestore, read from the .proto files of Google's own client package. */
export function loadService(options: Options = {}): ServiceDefinition {
  const manifest = findPackageJSON('@google-cloud/firestore', import.meta.url)
  if (!manifest) throw new Error('@google-cloud/firestore is not installed.')
  const definition = loadSync('google/firestore/v1/firestore.proto', {
    includeDirs: [join(dirname(manifest), 'build/protos')],
    longs: String,
    enums: String,
    oneofs: true,
    arrays: true,
    objects: true,
    ...options,
  })['google.firestore.v1.Firestore']
  if (!definition || 'format' in definition) throw new Error('The service has no definition.')
  return definition
}

export const service = loadService()

const method = (name: string) => {
  const found = service[name]
  if (!found) throw new Error(`google.firestore.v1 has no ${name}.`)
  return found
}

// Stores messages on disk in the codec of the calls.
export const encodeDocument: (document: Document) => Buffer =
  method('GetDocument').responseSerialize
export const decodeDocument: (bytes: Buffer) => Document = method('GetDocument').responseDeserialize
export const encodeAnswer: (answer: CommitResponse) => Buffer = method('Commit').responseSerialize
export const decodeAnswer: (bytes: Buffer) => CommitResponse = method('Commit').responseDeserialize
