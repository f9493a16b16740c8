import type { Endpoint } from '#contract/endpoint.ts'
import { exchange, type How, type Sent } from './call.ts'

/** A file of a whole year takes minutes on a slow connection; the user can cancel it. */
const downloadTimeoutMs = 10 * 60_000

interface ServedFile {
  readonly name: string
  readonly bytes: Blob
}

/** Downloads a file and saves it under the name that the server gives. Fails with CallFailed. */
export async function download<E extends Endpoint>(endpoint: E, sent: Sent<E> & How): Promise<void> {
  const file = await exchange(endpoint, { timeoutMs: downloadTimeoutMs, ...sent }, fileIn)
  if (!sent.signal?.aborted) save(file)
}

/** Returns null for an answer without a file name, which comes from a proxy and not from the server. */
async function fileIn(response: Response): Promise<ServedFile | null> {
  const name = nameIn(response.headers.get('content-disposition') ?? '')
  return name === '' ? null : { name, bytes: await response.blob() }
}

/** Returns the file name of a `content-disposition`, preferring the UTF-8 form. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)/i.exec(disposition)?.[1]
  return encoded === undefined ? (plain ?? '') : decodeURIComponent(encoded)
}

/** The time that the browser has to read the bytes after the click. */
const revokeAfterMs = 60_000

export function save({ name, bytes }: ServedFile): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
