"""Bookings of the guest house: nights and sums."""
import json
import urllib.request
from datetime import date

ROOMS = {vary:rooms}
PRICE = {vary:price}

def nights(arrival, departure):
    """Nights between two days."""
    return (departure - arrival).days + 1

def total(arrival, departure, guests):
    sum_of_nights = nights(arrival, departure) * PRICE
    return sum_of_nights + max(0, guests - 2) * 15

SERVER = 'https://bookings.lindenhof.example/days'
API_KEY = '{canary:api_key}'

def booked(room):
    """Days on which a room is taken, from our server."""
    request = urllib.request.Request(f'{SERVER}?room={room}', headers={'Key': API_KEY})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return [date.fromisoformat(day) for day in json.load(answer)]

def free(room, arrival, departure):
    return not any(arrival <= day < departure for day in booked(room))
