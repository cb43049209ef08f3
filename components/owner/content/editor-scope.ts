'use client'

import { createContext, useContext } from 'react'

import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'

/** What the inputs of a content form share. */
export type EditorScope = {
  /** Path of the file under content/. */
  readonly path: string
  /** Messages by the id of the input that each is about. */
  readonly errors: Readonly<Record<string, string>>
  /** The uploaded photographs that are not saved with the file yet. */
  readonly pictures: readonly StoredPicture[]
  /** Takes a photograph that is saved with the file, and the address at which this browser shows it. */
  readonly addPicture: (picture: StoredPicture, address: string) => void
  /** The addresses at which the pictures of the file are shown, by their paths. */
  readonly shown: Readonly<Record<string, string>>
}

/** The form that an input stands in. */
export const EditorScopeContext = createContext<EditorScope>({
  path: '',
  errors: {},
  pictures: [],
  addPicture: () => undefined,
  shown: {},
})

/** The form that this input stands in. */
export const useEditorScope = () => useContext(EditorScopeContext)
