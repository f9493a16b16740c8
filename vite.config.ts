import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
// The host stays the browser's own: the server refuses calls that come from another site.
const proxy = { target: `http://${HOST}:${PORT}`, changeOrigin: false }

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: { target: 'es2023', chunkSizeWarningLimit: 700 },
  // Only for `npm run dev`: the page is served by Vite, the calls by the server.
  server: { host: '127.0.0.1', proxy: { '/users': proxy, '/admissions': proxy, '/finances': proxy } },
})
