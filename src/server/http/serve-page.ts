import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '#domain/outcome.ts'

/** The prefixes of the paths of all calls; deploy/Caddyfile lists them too. */
export const callPrefixes = ['/users/', '/admissions/', '/finances/', '/imports/']

const signInPage = 'login.html'

const svg = 'image/svg+xml'

const isPageRequest = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !callPrefixes.some((prefix) => request.url.startsWith(prefix)) &&
  !/\.[a-z0-9]+$/i.test(new URL(request.url, 'http://page').pathname)

/** Returns the file of a page; sign-in has its own file with the form, which shows before the page's code loads. */
const pageOf = (folder: string, { url }: FastifyRequest): string =>
  new URL(url, 'http://page').pathname === '/login' && existsSync(`${folder}/${signInPage}`)
    ? signInPage
    : 'index.html'

/** Serves the page; hashed files are cached forever, the page itself is revalidated. */
export async function servePage(app: FastifyInstance, pageFolder: string | null): Promise<void> {
  if (pageFolder !== null) {
    await app.register(fastifyStatic, {
      root: pageFolder,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        void reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // The package does not set a character set for SVG.
    app.addHook('onSend', async (_request, reply) => {
      if (reply.getHeader('content-type') === svg) void reply.type(`${svg}; charset=utf-8`)
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (pageFolder !== null && isPageRequest(request)) return reply.sendFile(pageOf(pageFolder, request))
    throw new Refused({ code: 'not-found' })
  })
}
