import { isText, listOf, withFields } from '#lib/text/json-shape.ts'
import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'

export const STORED = { src: isText, blobs: listOf(isText), signature: isText }

export const isStored = withFields<StoredPicture>(STORED)
