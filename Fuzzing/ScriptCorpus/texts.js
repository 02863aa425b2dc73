'2026-11-22'.replace(/(\d+)-(?<m>\d+)/g, (m, a) => a.padStart(6, '0')).split(/-/).map(parseFloat).sort((a, b) => b - a).join()
